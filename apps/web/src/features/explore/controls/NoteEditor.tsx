import { Button, Checkbox, Field, TextInput } from '@powerset/ui';
import { type RefObject, useState } from 'react';
import { useT } from '../../../i18n/index.ts';
import { EditorPopover } from '../editors/EditorPopover.tsx';
import { type LineDraft, lineErrors, type NoteDraft, noteErrors } from '../model/notes.ts';
import parts from '../parts.module.css';
import { ColorPicker } from './ColorPicker.tsx';
import { NumberText } from './NumberText.tsx';

export interface NoteEditorProps {
  readonly anchor: RefObject<HTMLElement | null>;
  readonly note: NoteDraft;
  readonly onSave: (note: NoteDraft) => void;
  readonly onClose: () => void;
  readonly onRemove?: (() => void) | undefined;
}

/** The words of a note, and where it stands. */
export function NoteEditor({ anchor, note, onSave, onClose, onRemove }: NoteEditorProps) {
  const t = useT();
  const [draft, setDraft] = useState(note);
  const { errorOf, canSave } = useErrors(noteErrors(draft));
  const change = (changes: Partial<NoteDraft>) => setDraft({ ...draft, ...changes });
  return (
    <EditorPopover
      anchor={anchor}
      title={t('Note')}
      draft={draft}
      canSave={canSave}
      onSave={() => onSave(draft)}
      onClose={onClose}
    >
      <div className={parts.fields}>
        <Field label={t('Words')} error={errorOf('text')}>
          {(ids) => <TextInput {...ids} value={draft.text} onChange={(text) => change({ text })} />}
        </Field>
        <Field label={t('At, or from')} error={errorOf('from')}>
          {(ids) => (
            <TextInput {...ids} placeholder="2026-03-01" value={draft.from} onChange={(from) => change({ from })} />
          )}
        </Field>
        <Field label={t('To')} note={t('Empty for a single place')} error={errorOf('to')}>
          {(ids) => <TextInput {...ids} value={draft.to} onChange={(to) => change({ to })} />}
        </Field>
        {note.series !== null && draft.to.trim() === '' ? (
          <Checkbox
            isChecked={draft.series !== null}
            onChange={(isAtSeries) => change({ series: isAtSeries ? note.series : null })}
          >
            {t('At the value of {{name}}', { name: note.series })}
          </Checkbox>
        ) : null}
        {note.panel === null ? null : (
          <Checkbox
            isChecked={draft.panel !== null}
            onChange={(isOfPanel) => change({ panel: isOfPanel ? note.panel : null })}
          >
            {t('In the panel {{name}} alone', { name: note.panel })}
          </Checkbox>
        )}
        <LastFields color={draft.color} onChange={(color) => change({ color })} onRemove={onRemove} />
      </div>
    </EditorPopover>
  );
}

/** What is missing is said by the button that waits for it. */
function useErrors(errors: Readonly<Record<string, string>>) {
  const t = useT();
  const errorOf = (field: string) => (errors[field] && errors[field] !== 'Required' ? t(errors[field]) : null);
  return { errorOf, canSave: Object.keys(errors).length === 0 };
}

interface LastProps {
  readonly color: string | null;
  readonly onChange: (color: string | null) => void;
  readonly onRemove: (() => void) | undefined;
}

function LastFields({ color, onChange, onRemove }: LastProps) {
  const t = useT();
  return (
    <>
      <Field label={t('Color')}>
        {(ids) => <ColorPicker id={ids.id} label={t('Color')} value={color} isClearable onChange={onChange} />}
      </Field>
      {onRemove ? (
        <Button kind="text" size="small" onClick={onRemove}>
          {t('Remove from the chart')}
        </Button>
      ) : null}
    </>
  );
}

export interface LineEditorProps extends Omit<NoteEditorProps, 'note' | 'onSave'> {
  readonly line: LineDraft;
  /** Names of the other annotation layers. */
  readonly taken: readonly string[];
  readonly onSave: (line: LineDraft) => void;
}

/** The words of a line across the chart, and its value. */
export function LineEditor({ anchor, line, taken, onSave, onClose, onRemove }: LineEditorProps) {
  const t = useT();
  const [draft, setDraft] = useState(line);
  const { errorOf, canSave } = useErrors(lineErrors(draft, taken));
  return (
    <EditorPopover
      anchor={anchor}
      title={t('Line at a value')}
      draft={draft}
      canSave={canSave}
      onSave={() => onSave(draft)}
      onClose={onClose}
    >
      <div className={parts.fields}>
        <Field label={t('Words')} error={errorOf('text')}>
          {(ids) => <TextInput {...ids} value={draft.text} onChange={(text) => setDraft({ ...draft, text })} />}
        </Field>
        <Field label={t('Value')} error={errorOf('value')}>
          {(ids) => (
            <NumberText
              {...ids}
              value={draft.value}
              onChange={(value) => setDraft({ ...draft, value: String(value ?? '') })}
            />
          )}
        </Field>
        <LastFields color={draft.color} onChange={(color) => setDraft({ ...draft, color })} onRemove={onRemove} />
      </div>
    </EditorPopover>
  );
}
