import type { ReactNode } from 'react';

export interface ScrollBoxProps {
  readonly name: string;
  readonly className: string | undefined;
  /** It gets the focus when its dialog opens. */
  readonly first?: boolean;
  readonly children: ReactNode;
}

/** A scrollable box that the keyboard can focus and scroll. */
export function ScrollBox({ name, className, first = false, children }: ScrollBoxProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset neither scrolls nor holds preformatted text
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the focus is what lets the keyboard scroll it
    <div role="group" aria-label={name} tabIndex={0} data-scrolls="" data-first-focus={first || undefined} className={className}>
      {children}
    </div>
  );
}
