import { CloseCircleFilled, CloseOutlined, DownOutlined, LoadingOutlined } from '@ant-design/icons-svg';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { classNames } from '../../class-names.ts';
import { Icon } from '../../display/Icon.tsx';
import { textRoles } from '../../display/text-roles.ts';
import { useUiTexts } from '../../texts.tsx';
import { splitPasted } from '../paste-values.ts';
import styles from './ChoiceField.module.css';
import { ChoiceList, rowId } from './ChoiceList.tsx';
import {
  choiceOf,
  nextRow,
  offered,
  type PastedFinds,
  pastedValues,
  type SelectChoice,
  type SelectValue,
  textOf,
  typedValue,
  unknownWords,
} from './choices.ts';
import { PasteNote } from './PasteNote.tsx';
import { usePasting } from './use-pasting.ts';

export interface FieldProps {
  readonly choices: readonly SelectChoice[];
  readonly label?: string;
  readonly id?: string;
  readonly placeholder?: string;
  readonly isClearable?: boolean;
  readonly isDisabled?: boolean;
  readonly isLoading?: boolean;
  readonly isInvalid?: boolean;
  readonly size?: 'small' | 'middle';
  /** Also takes what is typed. */
  readonly isFreeForm?: boolean;
  /**
   * Only what is confirmed counts: text that is left half typed stays typed, and this is told of it; `''` when there is
   * none any more. Without it free text counts as soon as the field is left.
   */
  readonly onHalfTyped?: (text: string) => void;
  /** Asked as one types; the choices are then the answer and are not filtered again. */
  readonly onSearch?: (text: string) => void;
  /** Looks up pasted words that no choice is called, where the choices are not all there are. */
  readonly onLookUp?: (words: readonly string[]) => Promise<PastedFinds>;
  readonly onOpenChange?: (isOpen: boolean) => void;
  readonly notFound?: ReactNode;
}

export interface ChoiceFieldProps extends FieldProps {
  readonly isMultiple: boolean;
  readonly values: readonly SelectValue[];
  readonly onChange: (values: readonly SelectValue[]) => void;
}

/** The choices that stand for the values; a search may bring others, and those that are chosen keep their names. */
function useChosen({ values, choices }: Pick<ChoiceFieldProps, 'values' | 'choices'>): readonly SelectChoice[] {
  const seen = useRef<readonly SelectChoice[]>([]);
  const known = new Map([...seen.current, ...choices].map((choice) => [choice.value, choice]));
  seen.current = values.map((value) => known.get(value) ?? choiceOf([], value));
  return seen.current;
}

/** A field that one types into, and the list of choices below it. Every value that is chosen is held by the caller. */
export function ChoiceField(props: ChoiceFieldProps) {
  const { values, isMultiple } = props;
  const field = useField(props);
  const chosen = useChosen(props);
  const texts = useUiTexts();
  return (
    <>
      <FieldFrame {...props} field={field} chosen={chosen} />
      <PasteNote {...field.pasting} isLookedUp={props.onLookUp !== undefined} />
      {field.isOpen ? (
        <ChoiceList
          id={field.listId}
          choices={field.shown}
          values={values}
          at={field.at}
          anchor={field.frame}
          label={props.label ?? field.input.current?.labels?.[0]?.textContent ?? undefined}
          note={props.notFound ?? (props.isLoading ? texts.loading : texts.noMatch)}
          isMultiple={isMultiple}
          onChoose={field.choose}
          onClose={() => field.setOpen(false)}
        />
      ) : null}
    </>
  );
}

type Field = ReturnType<typeof useField>;

/** What is typed, whether the list is open, where the keyboard stands in it, and what choosing, pasting and leaving do. */
function useField(props: ChoiceFieldProps) {
  const { choices, values, isMultiple, isFreeForm = false, onSearch, onChange } = props;
  const keepsTyped = isFreeForm && props.onHalfTyped !== undefined;
  const [typed, setTyped] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const [moved, setMoved] = useState<number | null>(null);
  const listId = useId();
  const frame = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const shown = offered(choices, typed, { isFreeForm, isFiltered: !onSearch });
  const chosenAt = typed === '' ? shown.findIndex(({ value }) => value === values[0]) : 0;
  const at = Math.min(moved ?? Math.max(0, chosenAt), Math.max(0, shown.length - 1));
  useHalfTyped(keepsTyped ? typed.trim() : '', props.onHalfTyped);
  const pasting = usePasting(props);
  const setText = (text: string) => {
    if (text === typed) return;
    setTyped(text);
    setMoved(null);
    onSearch?.(text);
  };
  const setOpen = (next: boolean) => {
    if (!next && !keepsTyped) setText('');
    if (next === isOpen) return;
    setIsOpen(next);
    setMoved(null);
    props.onOpenChange?.(next);
  };
  const add = (added: readonly SelectValue[]) => {
    setText('');
    pasting.forget();
    onChange(isMultiple ? [...new Set([...values, ...added])] : added.slice(-1));
  };
  const paste = (words: readonly string[]) => {
    add(pastedValues(choices, words, isFreeForm));
    if (!isFreeForm) pasting.take(unknownWords(choices, words));
  };
  const type = (text: string) => {
    const words = isMultiple ? splitPasted(text) : [text];
    setOpen(true);
    if (words.length === 1 && words[0] === text) setText(text);
    else paste(words);
  };
  const choose = (choice: SelectChoice) => {
    if (choice.isDisabled) return;
    if (isMultiple && values.includes(choice.value)) onChange(values.filter((value) => value !== choice.value));
    else add([choice.value]);
    setMoved(typed === '' ? at : null);
    // One value was wanted and is there: the list would only cover what comes next.
    if (!isMultiple) setOpen(false);
  };
  /** What was typed counts when the field is left, as it would after Enter. */
  const leave = () => {
    if (isFreeForm && !keepsTyped && typed.trim() !== '') add([typedValue(choices, typed)]);
    setOpen(false);
  };
  return {
    typed,
    keepsTyped,
    isOpen,
    listId,
    frame,
    input,
    shown,
    at,
    setOpen,
    setMoved,
    type,
    paste,
    choose,
    leave,
    pasting,
  };
}

function useHalfTyped(text: string, tell: ((text: string) => void) | undefined): void {
  useEffect(() => tell?.(text), [text, tell]);
  // A field that goes takes its text with it.
  useEffect(() => () => tell?.(''), [tell]);
}

interface FrameProps extends ChoiceFieldProps {
  readonly field: Field;
  readonly chosen: readonly SelectChoice[];
}

function FieldFrame(props: FrameProps) {
  const { field, chosen, isMultiple, isDisabled, isInvalid, isClearable, size } = props;
  const isLoading = props.isLoading || field.pasting.isLooking;
  const shownId = useId();
  const isClearShown = isClearable && !isDisabled && chosen.length > 0;
  const press = (event: PointerEvent) => {
    // The field itself and what is pressed in it know what to do; the rest of the frame is the field too.
    const isOwn = event.target instanceof Element && event.target.closest('input, button');
    if (isOwn || isDisabled || event.button !== 0) return;
    event.preventDefault();
    field.input.current?.focus();
    field.setOpen(!field.isOpen);
  };
  return (
    <div
      ref={field.frame}
      className={classNames(
        styles.frame,
        size === 'small' && styles.small,
        isInvalid && styles.wrong,
        isDisabled && styles.disabled,
      )}
      data-select
      onPointerDown={press}
    >
      {isMultiple ? (
        <div className={styles.chips}>
          <Tags {...props} />
          <TextPart {...props} />
        </div>
      ) : (
        <>
          {chosen[0] && field.typed === '' ? (
            <span
              dir="auto"
              id={shownId}
              className={classNames(styles.shown, isText(chosen[0]) && styles.words, textRoles.truncated)}
            >
              {chosen[0].label}
            </span>
          ) : null}
          <TextPart {...props} describedBy={chosen[0] ? shownId : undefined} />
        </>
      )}
      {isClearShown ? <ClearButton {...props} /> : null}
      <Icon of={isLoading ? LoadingOutlined : DownOutlined} size={12} className={textRoles.muted} />
    </div>
  );
}

const isText = ({ label }: SelectChoice) => typeof label === 'string';

function ClearButton({ label, field, onChange }: FrameProps) {
  const texts = useUiTexts();
  return (
    <button
      type="button"
      tabIndex={-1}
      className={styles.clear}
      aria-label={label ? `${texts.clear}: ${label}` : texts.clear}
      onClick={() => {
        onChange([]);
        field.input.current?.focus();
      }}
    >
      <Icon of={CloseCircleFilled} size={12} />
    </button>
  );
}

function Tags({ chosen, values, isDisabled, onChange }: FrameProps) {
  const texts = useUiTexts();
  const tags = chosen.slice(0, SHOWN_TAGS).map((choice) => (
    <span key={`${typeof choice.value}:${choice.value}`} className={styles.tag} data-tag>
      <span dir="auto" className={textRoles.truncated} title={textOf(choice)}>
        {choice.label}
      </span>
      {isDisabled ? null : (
        <button
          type="button"
          tabIndex={-1}
          className={styles.remove}
          aria-label={`${texts.remove} ${textOf(choice)}`}
          onClick={() => onChange(values.filter((value) => value !== choice.value))}
        >
          <Icon of={CloseOutlined} size={10} />
        </button>
      )}
    </span>
  ));
  const rest = chosen.length - tags.length;
  return rest > 0
    ? [
        ...tags,
        <span key="rest" className={textRoles.muted}>
          {texts.andMore(rest)}
        </span>,
      ]
    : tags;
}

/** Long lists are pasted, and nobody reads all of their names in a field. */
const SHOWN_TAGS = 100;

function TextPart(props: FrameProps & { readonly describedBy?: string }) {
  const { field, chosen, isMultiple } = props;
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text');
    const words = splitPasted(text);
    if (!isMultiple || (words.length === 1 && words[0] === text)) return;
    // A field of one line would run the lines of a list together.
    event.preventDefault();
    field.paste(words);
  };
  return (
    <input
      ref={field.input}
      id={props.id}
      type="text"
      role="combobox"
      className={styles.input}
      aria-label={props.label}
      aria-describedby={props.describedBy}
      aria-invalid={props.isInvalid || undefined}
      data-half-typed={(field.keepsTyped && field.typed.trim() !== '') || undefined}
      aria-autocomplete="list"
      aria-haspopup="listbox"
      aria-expanded={field.isOpen}
      aria-controls={field.isOpen ? field.listId : undefined}
      aria-activedescendant={field.isOpen ? rowId(field.listId, field.at) : undefined}
      placeholder={chosen.length === 0 ? props.placeholder : undefined}
      disabled={props.isDisabled}
      autoComplete="off"
      spellCheck={false}
      value={field.typed}
      onChange={(event) => field.type(event.target.value)}
      // As a browser's own list: what moves the field before the button is let go takes the click away, not the press.
      onMouseDown={(event) => event.button === 0 && field.setOpen(true)}
      onClick={() => field.setOpen(true)}
      onKeyDown={(event) => onKey(event, props)}
      onPaste={onPaste}
      onBlur={field.leave}
    />
  );
}

/** Arrows walk the list, Enter chooses, Esc closes it, Backspace in an empty field takes the last value back. */
function onKey(event: KeyboardEvent<HTMLInputElement>, props: FrameProps): void {
  const { field, values, isMultiple, isClearable, onChange } = props;
  // The page may run something by it, and the list would lie over what comes.
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) field.leave();
  if (event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return;
  const step = stepOf(event.key);
  if (step !== 0) {
    event.preventDefault();
    if (field.isOpen) field.setMoved(nextRow(field.shown, field.at, step));
    else field.setOpen(true);
  } else if (event.key === 'Enter') {
    event.preventDefault();
    const choice = field.shown[field.at];
    if (!field.isOpen) field.setOpen(true);
    else if (choice) field.choose(choice);
  } else if (event.key === 'Escape' && field.isOpen) {
    // The key closes the list alone, and where none is open what stands around the field.
    event.preventDefault();
    event.stopPropagation();
    field.setOpen(false);
  } else if (event.key === 'Backspace' && field.typed === '' && (isMultiple || isClearable)) {
    onChange(values.slice(0, -1));
  }
}

function stepOf(key: string): -1 | 0 | 1 {
  if (key === 'ArrowDown') return 1;
  return key === 'ArrowUp' ? -1 : 0;
}
