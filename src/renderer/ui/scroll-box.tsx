import type { ReactNode } from 'react';

export interface ScrollBoxProps {
  readonly name: string;
  readonly className: string | undefined;
  readonly children: ReactNode;
}

/** Something long with a scroll bar of its own, which the keyboard can reach and scroll. */
export function ScrollBox({ name, className, children }: ScrollBoxProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset neither scrolls nor holds preformatted text
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the focus is what lets the keyboard scroll it
    <div role="group" aria-label={name} tabIndex={0} data-scrolls="" className={className}>
      {children}
    </div>
  );
}
