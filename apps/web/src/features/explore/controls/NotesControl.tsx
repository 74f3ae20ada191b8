import { MessageOutlined } from '@ant-design/icons-svg';
import { type ChartNote, readChartNote, toList, toNoteEntry } from '@powerset/chart-kit';
import { Pill } from '@powerset/ui';
import { useRef, useState } from 'react';
import { useT } from '../../../i18n/index.ts';
import { draftOfNote, emptyNote, type NoteDraft, noteOfDraft, putEntry, writeMoment } from '../model/notes.ts';
import parts from '../parts.module.css';
import type { ControlProps } from './control-props.ts';
import { NoteEditor } from './NoteEditor.tsx';
import { Well } from './Well.tsx';

interface Edited {
  readonly note: NoteDraft;
  readonly at: number;
}

/** The notes of a chart as a list; most are put there by pointing at the chart. */
export function NotesControl({ control, value, onChange }: ControlProps) {
  const t = useT();
  const entries = toList(value);
  const addRef = useRef<HTMLButtonElement>(null);
  const [edited, setEdited] = useState<Edited | null>(null);
  return (
    <>
      <Well
        label={t(control.label)}
        addLabel={t('Add a note')}
        addRef={addRef}
        onAdd={() => setEdited({ note: emptyNote, at: entries.length })}
        onDropItem={() => undefined}
      >
        {entries.map((entry, at) => {
          const note = readChartNote(entry);
          if (!note) return null;
          return (
            <Pill
              key={`${note.at}:${note.text}`}
              icon={MessageOutlined}
              name={note.text}
              value={<span className={parts.pillNote}>{placeWords(note)}</span>}
              hasValueAtEnd
              onOpen={() => setEdited({ note: draftOfNote(note), at })}
              onRemove={() => onChange(putEntry(entries, at, null))}
              removeLabel={t('Remove {{name}}', { name: note.text })}
            />
          );
        })}
      </Well>
      {edited ? (
        <NoteEditor
          anchor={addRef}
          note={edited.note}
          onSave={(draft) => {
            onChange(putEntry(entries, edited.at, toNoteEntry(noteOfDraft(draft))));
            setEdited(null);
          }}
          onClose={() => setEdited(null)}
        />
      ) : null}
    </>
  );
}

function placeWords(note: ChartNote): string {
  const { from, to } = draftOfNote(note);
  return to === '' ? writeMoment(note.at) : `${from} – ${to}`;
}
