import { ClockCircleOutlined } from '@ant-design/icons-svg';
import { Button, Floating, Pill, PopoverBody, PopoverFoot, PopoverHead } from '@powerset/ui';
import { type Ref, useRef, useState } from 'react';
import { useLanguage, useT } from '../../i18n/index.ts';
import { FieldButton } from '../field-button/index.ts';
import { rangeTitle } from './range-words.ts';
import { TimeRangeEditor } from './TimeRangeEditor.tsx';
import styles from './TimeRangePicker.module.css';
import { noFilter } from './time-range.ts';

export interface TimeRangePickerProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** What the range is of, when more than one is on the screen. */
  readonly label?: string;
  /** A pill in a well, or a field of a form. */
  readonly look?: 'pill' | 'field';
}

/** The trigger with the range in force, and behind it the editor; a preset counts at once, everything else with APPLY. */
export function TimeRangePicker({ value, onChange, label, look = 'pill' }: TimeRangePickerProps) {
  const t = useT();
  const language = useLanguage();
  const anchor = useRef<HTMLButtonElement>(null);
  const [draft, setDraft] = useState<{ readonly text: string; readonly isValid: boolean } | null>(null);
  const text = value || noFilter;
  const close = () => setDraft(null);
  const take = (next: string) => {
    onChange(next);
    close();
  };
  return (
    <>
      <Trigger
        anchor={anchor}
        look={look}
        label={label ?? t('Time range')}
        text={rangeTitle(text, { t, language })}
        onOpen={() => setDraft({ text, isValid: true })}
      />
      {draft ? (
        <Floating
          anchor={anchor}
          placement={look === 'pill' ? 'right-start' : 'bottom-start'}
          label={t('Edit time range')}
          className={styles.popover}
          style={{ width: 600 }}
          onClose={close}
        >
          <PopoverHead>{t('Edit time range')}</PopoverHead>
          <PopoverBody>
            <TimeRangeEditor
              value={draft.text}
              onChange={(next, isValid) => setDraft({ text: next, isValid })}
              onPreset={take}
            />
          </PopoverBody>
          <PopoverFoot>
            <Button onClick={close}>{t('CANCEL')}</Button>
            <Button kind="primary" isDisabled={!draft.isValid} onClick={() => take(draft.text)}>
              {t('APPLY')}
            </Button>
          </PopoverFoot>
        </Floating>
      ) : null}
    </>
  );
}

interface TriggerProps {
  readonly anchor: Ref<HTMLButtonElement>;
  readonly look: 'pill' | 'field';
  readonly label: string;
  readonly text: string;
  readonly onOpen: () => void;
}

function Trigger({ anchor, look, label, text, onOpen }: TriggerProps) {
  if (look === 'pill')
    return <Pill ref={anchor} icon={ClockCircleOutlined} name={label} value={text} onOpen={onOpen} />;
  return (
    <FieldButton ref={anchor} label={`${label}: ${text}`} onClick={onOpen}>
      {text}
    </FieldButton>
  );
}
