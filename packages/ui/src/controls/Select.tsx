import { Select as AntdSelect } from 'antd';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { classNames } from '../class-names.ts';
import { textRoles } from '../display/text-roles.ts';
import { useUiTexts } from '../texts.tsx';
import { splitPasted } from './paste-values.ts';

export type SelectValue = string | number | boolean | null;

export interface SelectChoice<Value extends SelectValue = SelectValue> {
  readonly value: Value;
  readonly label: ReactNode;
  /** What typing is compared with; the label when it is text. */
  readonly searchText?: string;
  readonly isDisabled?: boolean;
}

interface SharedProps<Value extends SelectValue> {
  readonly choices: readonly SelectChoice<Value>[];
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
  /** Asked as one types; the choices are then the answer and are not filtered again. */
  readonly onSearch?: (text: string) => void;
  readonly onOpenChange?: (isOpen: boolean) => void;
  readonly notFound?: ReactNode;
}

export interface SelectProps<Value extends SelectValue> extends SharedProps<Value> {
  readonly value: Value | undefined;
  readonly onChange: (value: Value | undefined) => void;
}

export interface MultiSelectProps<Value extends SelectValue> extends SharedProps<Value> {
  readonly value: readonly Value[];
  readonly onChange: (values: readonly Value[]) => void;
  readonly maxTagCount?: number | 'responsive';
}

/** Below this number of choices all are drawn; above it only those in view. */
const VIRTUAL_ABOVE = 100;

interface AntdOption {
  readonly value: SelectValue;
  readonly label: ReactNode;
  readonly searchText: string;
  readonly disabled?: boolean;
}

function toOptions(choices: readonly SelectChoice[]): AntdOption[] {
  return choices.map((choice) => ({
    value: choice.value,
    label: choice.label,
    searchText: choice.searchText ?? (typeof choice.label === 'string' ? choice.label : String(choice.value)),
    disabled: choice.isDisabled,
  }));
}

function useSharedProps<Value extends SelectValue>(props: SharedProps<Value>) {
  const texts = useUiTexts();
  return {
    id: props.id,
    'aria-label': props.label,
    options: toOptions(props.choices),
    placeholder: props.placeholder,
    allowClear: props.isClearable ?? false,
    disabled: props.isDisabled,
    loading: props.isLoading,
    size: props.size,
    status: props.isInvalid ? ('error' as const) : undefined,
    virtual: props.choices.length > VIRTUAL_ABOVE,
    listHeight: 256,
    style: { width: '100%' },
    showSearch: {
      onSearch: props.onSearch,
      filterOption: props.onSearch
        ? false
        : (text: string, option?: AntdOption) => (option?.searchText ?? '').toLowerCase().includes(text.toLowerCase()),
    },
    onOpenChange: props.onOpenChange,
    popupRender: (list: ReactNode) => <NamedList label={props.label}>{list}</NamedList>,
    notFoundContent: (
      <NothingToChoose>{props.notFound ?? (props.isLoading ? texts.loading : texts.noMatch)}</NothingToChoose>
    ),
  };
}

interface NamedListProps {
  readonly label?: string;
  readonly children: ReactNode;
}

/** The open list is called as its control; antd leaves it without a name, and draws it anew when it gets or loses options. */
function NamedList({ label, children }: NamedListProps) {
  const frame = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const list = frame.current?.querySelector('[role=listbox]');
    const control = list ? document.getElementById(list.id.replace(/_list$/, '')) : null;
    const fieldLabel = control instanceof HTMLInputElement ? control.labels?.[0]?.textContent : null;
    const name = label ?? fieldLabel;
    if (name) list?.setAttribute('aria-label', name);
    // What scrolls stands around the list, so that nobody can tell that the control's arrow keys scroll it.
    const scroller = list?.closest('[style*="overflow-y: auto"]');
    scroller?.setAttribute('tabindex', '0');
    // Where there is nothing to choose, the control still points at an option: it is the note that says so.
    const pointed = control?.getAttribute('aria-activedescendant');
    if (pointed) list?.querySelector(`.${noteClass}`)?.setAttribute('id', pointed);
  });
  return (
    <div ref={frame} className="ps-select__list">
      {children}
    </div>
  );
}

const noteClass = 'ps-select__none';

/** Says that there is nothing to choose; a list without any option would be none to a screen reader. */
function NothingToChoose({ children }: { readonly children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the control keeps the focus, as with every option of a list
    <div
      role="option"
      aria-selected="false"
      aria-disabled="true"
      className={classNames(noteClass, textRoles.secondary)}
    >
      {children}
    </div>
  );
}

/** One of many, found by typing. Needs `AntdRoot` above it. */
export function Select<Value extends SelectValue>(props: SelectProps<Value>) {
  const shared = useSharedProps(props);
  if (props.isFreeForm) return <FreeFormSelect {...props} />;
  return (
    <AntdSelect
      {...shared}
      value={props.value}
      onChange={(value?: SelectValue) => props.onChange(value as Value | undefined)}
    />
  );
}

/** A typed value counts as text, or as a number when the choices are numbers. */
function FreeFormSelect<Value extends SelectValue>(props: SelectProps<Value>) {
  const shared = useSharedProps(props);
  const [isOpen, setIsOpen] = useState(false);
  const open = (next: boolean) => {
    setIsOpen(next);
    props.onOpenChange?.(next);
  };
  const isNumeric = props.choices.some((choice) => typeof choice.value === 'number');
  const toValue = (values: readonly SelectValue[]) => {
    const last = values.at(-1);
    // antd gives typed text; choices keep their own values.
    return (
      isNumeric && typeof last === 'string' && last.trim() !== '' && !Number.isNaN(Number(last)) ? Number(last) : last
    ) as Value | undefined;
  };
  return (
    <AntdSelect
      {...shared}
      mode="tags"
      maxCount={2}
      open={isOpen}
      onOpenChange={open}
      value={props.value === undefined || props.value === null ? [] : [props.value]}
      onChange={(values: SelectValue[]) => {
        // One value was wanted and is there: the list would only cover what comes next.
        open(false);
        props.onChange(toValue(values));
      }}
    />
  );
}

/** Several of many; pasted lists fall apart at comma, newline, tab and semicolon. Needs `AntdRoot` above it. */
export function MultiSelect<Value extends SelectValue>(props: MultiSelectProps<Value>) {
  const shared = useSharedProps(props);
  return (
    <AntdSelect
      {...shared}
      mode={props.isFreeForm ? 'tags' : 'multiple'}
      maxTagCount={props.maxTagCount}
      tokenSeparators={splitPasted}
      value={[...props.value]}
      // The options' values are `Value`s, typed ones are text and so are they in free-form use.
      onChange={(values: SelectValue[]) => props.onChange(values as Value[])}
    />
  );
}
