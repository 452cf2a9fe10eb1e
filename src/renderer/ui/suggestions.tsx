import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import styles from './suggestions.module.css';

export interface Suggestion {
  /** What the text becomes. */
  readonly value: string;
  /** As it is shown, where that differs. */
  readonly label?: string;
  readonly detail?: string;
}

export interface SuggestionsOptions {
  /** What the list is of. */
  readonly label: string;
  /** None: there is no list. */
  readonly items: readonly Suggestion[];
  readonly onPick: (item: Suggestion) => void;
  readonly onDismiss: () => void;
  /** Enter belongs to the text when it already says this. */
  readonly isComplete?: (item: Suggestion) => boolean;
}

export interface Suggesting {
  /** For the text field. It stays a text box by name, and tells which option is meant. */
  readonly field: {
    readonly 'aria-autocomplete': 'list';
    readonly 'aria-controls': string | undefined;
    readonly 'aria-activedescendant': string | undefined;
    /** Esc is for the list, and not for the dialog around it. */
    readonly 'data-takes-keys': true | undefined;
  };
  readonly list: ReactNode;
  /** Takes a key that is meant for the list; returns whether it was. */
  onKey(event: KeyboardEvent): boolean;
}

/** A list below or above a text field that offers how to go on: the focus stays in the field. */
export function useSuggestions({ label, items, onPick, onDismiss, isComplete }: SuggestionsOptions): Suggesting {
  const id = useId();
  const [chosen, setChosen] = useState({ items, index: 0 });
  // Other items: the first of them is meant.
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
        <div className="unseen" aria-live="polite">
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
    // The keyboard works in the text field, which tells which option is meant.
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
          // Or the field would lose the focus, and the list would be gone before the click.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onPick(item)}
        >
          <span className={styles.value}>{visible(item.label ?? item.value)}</span>
          {item.detail && <span className={styles.detail}>{item.detail}</span>}
        </div>
      ))}
    </div>
  );
}

/** A line break in a name would make it look like two. */
const visible = (text: string): string => text.replaceAll('\n', '␊').replaceAll('\r', '␍');
