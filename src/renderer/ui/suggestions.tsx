import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import styles from './suggestions.module.css';

export interface Suggestion {
  /** The text to insert. */
  readonly value: string;
  /** The text in the list, if it differs from the value. */
  readonly label?: string;
  readonly detail?: string;
}

export interface SuggestionsOptions {
  /** The accessible name of the list. */
  readonly label: string;
  /** Without items the list is closed. */
  readonly items: readonly Suggestion[];
  readonly onPick: (item: Suggestion) => void;
  readonly onDismiss: () => void;
  /** Whether the text already contains the item, so that Enter goes to the text field. */
  readonly isComplete?: (item: Suggestion) => boolean;
}

export interface SuggestionControls {
  /** Props for the text field, which keeps its role and names the active option. */
  readonly field: {
    readonly 'aria-autocomplete': 'list';
    readonly 'aria-controls': string | undefined;
    readonly 'aria-activedescendant': string | undefined;
    /** Esc closes the list, not the dialog around it. */
    readonly 'data-takes-keys': true | undefined;
  };
  readonly list: ReactNode;
  /** Handles a key for the list, and returns whether it did. */
  onKey(event: KeyboardEvent): boolean;
}

/** A list of suggestions for a text field. The focus stays in the field. */
export function useSuggestions({ label, items, onPick, onDismiss, isComplete }: SuggestionsOptions): SuggestionControls {
  const id = useId();
  const [chosen, setChosen] = useState({ items, index: 0 });
  // New items: start again with the first.
  const index = chosen.items === items ? chosen.index : 0;
  const open = items.length > 0;
  const active = items[index];
  const move = (by: number): void => setChosen({ items, index: (index + by + items.length) % items.length });

  const onKey = (event: KeyboardEvent): boolean => {
    if (!active || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return false;
    switch (event.key) {
      case 'ArrowDown':
        move(1);
        break;
      case 'ArrowUp':
        move(-1);
        break;
      case 'Enter':
        if (event.shiftKey || isComplete?.(active)) return false;
        onPick(active);
        break;
      case 'Tab':
        if (event.shiftKey) return false;
        onPick(active);
        break;
      case 'Escape':
        onDismiss();
        break;
      default:
        return false;
    }
    event.preventDefault();
    return true;
  };

  return {
    onKey,
    field: {
      'aria-autocomplete': 'list',
      'aria-controls': open ? id : undefined,
      'aria-activedescendant': open ? optionId(id, index) : undefined,
      'data-takes-keys': open || undefined,
    },
    list: (
      <>
        {open && <SuggestionList id={id} label={label} items={items} index={index} onPick={onPick} />}
        <div className="visually-hidden" aria-live="polite">
          {open && `${label}: ${items.length}`}
        </div>
      </>
    ),
  };
}

const optionId = (id: string, index: number): string => `${id}-${index}`;

interface SuggestionListProps extends Pick<SuggestionsOptions, 'label' | 'items' | 'onPick'> {
  readonly id: string;
  readonly index: number;
}

function SuggestionList({ id, label, items, index, onPick }: SuggestionListProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector(`#${CSS.escape(optionId(id, index))}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, index]);
  return (
    // The text field handles the keyboard and names the active option.
    <div ref={list} id={id} role="listbox" aria-label={label} className={styles.list}>
      {items.map((item, at) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text field
        // biome-ignore lint/a11y/useKeyWithClickEvents: the text field has the keys
        <div
          key={item.value}
          id={optionId(id, at)}
          role="option"
          aria-selected={at === index}
          className={styles.option}
          // Otherwise the field loses the focus, and the list closes before the click.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onPick(item)}
        >
          <span className={styles.value}>{showLineBreaks(item.label ?? item.value)}</span>
          {item.detail && <span className={styles.detail}>{item.detail}</span>}
        </div>
      ))}
    </div>
  );
}

/** Shows line breaks, because a name with one would look like two names. */
const showLineBreaks = (text: string): string => text.replaceAll('\n', '␊').replaceAll('\r', '␍');
