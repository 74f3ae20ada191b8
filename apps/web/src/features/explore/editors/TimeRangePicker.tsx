import { ClockCircleOutlined } from '@ant-design/icons';
import { Button, Floating, Pill } from '@powerset/ui';
import { useRef, useState } from 'react';
import { useT } from '../../../i18n/index.ts';
import { TimeRangeEditor } from './TimeRangeEditor.tsx';

/** The trigger with the range in force, and behind it the editor; nothing counts until APPLY. */
export function TimeRangePicker({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const t = useT();
  const anchor = useRef<HTMLButtonElement>(null);
  const [draft, setDraft] = useState<{ readonly text: string; readonly isValid: boolean } | null>(null);
  const open = () => setDraft({ text: value || 'No filter', isValid: true });
  return (
    <>
      <Pill
        ref={anchor}
        icon={ClockCircleOutlined}
        name={t('Time range')}
        value={value || t('No filter')}
        onOpen={open}
      />
      {draft ? (
        <Floating
          anchor={anchor}
          placement="right-start"
          label={t('Edit time range')}
          style={{ width: 600 }}
          onClose={() => setDraft(null)}
        >
          <div className="ps-pop__head">
            <h2>{t('Edit time range')}</h2>
          </div>
          <div className="ps-pop__body">
            <TimeRangeEditor value={draft.text} onChange={(text, isValid) => setDraft({ text, isValid })} />
          </div>
          <div className="ps-pop__foot">
            <Button onClick={() => setDraft(null)}>{t('CANCEL')}</Button>
            <Button
              kind="primary"
              isDisabled={!draft.isValid}
              onClick={() => {
                onChange(draft.text);
                setDraft(null);
              }}
            >
              {t('APPLY')}
            </Button>
          </div>
        </Floating>
      ) : null}
    </>
  );
}
