import { controlsOf, isRecord, readChartNote, toList, toNoteEntry } from '@powerset/chart-kit';
import type { NotePlace, NoteTarget, Noting } from '@powerset/charts/views';
import { type ReactNode, type RefObject, useMemo, useRef, useState } from 'react';
import { newAnnotation } from '../controls/annotation-draft.ts';
import { LineEditor, NoteEditor } from '../controls/NoteEditor.tsx';
import { type Explore, useExplore } from '../explore-context.tsx';
import {
  draftOfLine,
  draftOfNote,
  type LineDraft,
  layerAt,
  layerOfLine,
  type NoteDraft,
  noteOfDraft,
  putEntry,
} from '../model/notes.ts';

type Edited =
  | { readonly kind: 'note'; readonly draft: NoteDraft; readonly at: number | null }
  | { readonly kind: 'line'; readonly draft: LineDraft; readonly at: number | null };

interface PagePoint {
  readonly clientX: number;
  readonly clientY: number;
}

export interface NotingTools {
  /** Undefined where the chart takes no notes. */
  readonly noting: Noting | undefined;
  readonly toggle: () => void;
  readonly editor: ReactNode;
}

/** Whether notes can be put on the chart as it is drawn. */
const takesNotes = ({ definition }: Explore) => controlsOf(definition).some(({ name }) => name === 'chart_notes');

/** Puts notes on the chart by pointing, and opens, moves and removes those that are there. */
export function useNoting(startsAdding: boolean): NotingTools {
  const explore = useExplore();
  const { form, setField } = explore;
  const [isAdding, setIsAdding] = useState(startsAdding);
  const [edited, setEdited] = useState<Edited | null>(null);
  const [at, setAt] = useState<PagePoint>({ clientX: 0, clientY: 0 });
  const anchor = useRef<HTMLSpanElement>(null);
  const notes = form.chart_notes;
  const layers = form.annotation_layers;
  const canNote = takesNotes(explore);
  const noting = useMemo((): Noting => {
    const open = (next: Edited | null, point: PagePoint) => {
      setIsAdding(false);
      setAt({ clientX: point.clientX, clientY: point.clientY });
      setEdited(next);
    };
    return {
      isAdding,
      onPlace: (place, point) => open(editedOfPlace(place), point),
      onOpen: (target, point) => open(editedOfTarget(target, { notes, layers }), point),
      onMove: (target, place) => {
        if (target.kind === 'note' && place.kind === 'note')
          setField('chart_notes', moveNote(notes, target.index, place));
        if (target.kind === 'line' && place.kind === 'value')
          setField('annotation_layers', moveLine(layers, target.name, place.value));
      },
      onRemove: (target) => {
        if (target.kind === 'note') setField('chart_notes', putEntry(notes, target.index, null));
        else setField('annotation_layers', putEntry(layers, layerAt(layers, target.name), null));
      },
      onStop: () => setIsAdding(false),
    };
  }, [isAdding, notes, layers, setField]);
  return {
    noting: canNote ? noting : undefined,
    toggle: () => setIsAdding(!isAdding),
    editor: (
      <>
        <span ref={anchor} style={{ position: 'fixed', left: at.clientX, top: at.clientY, width: 1, height: 1 }} />
        {edited ? <Editor {...{ edited, anchor, explore }} onClose={() => setEdited(null)} /> : null}
      </>
    ),
  };
}

function editedOfPlace(place: NotePlace): Edited {
  if (place.kind === 'value')
    return { kind: 'line', draft: { text: '', value: String(place.value), color: null }, at: null };
  return { kind: 'note', draft: draftOfNote({ ...place, text: '', color: null }), at: null };
}

interface Kept {
  readonly notes: unknown;
  readonly layers: unknown;
}

function editedOfTarget(target: NoteTarget, { notes, layers }: Kept): Edited | null {
  if (target.kind === 'note') {
    const note = readChartNote(toList(notes)[target.index]);
    return note ? { kind: 'note', draft: draftOfNote(note), at: target.index } : null;
  }
  const at = layerAt(layers, target.name);
  const layer = toList(layers)[at];
  return isRecord(layer) ? { kind: 'line', draft: draftOfLine(layer), at } : null;
}

function moveNote(notes: unknown, index: number, place: NotePlace & { readonly kind: 'note' }): readonly unknown[] {
  const note = readChartNote(toList(notes)[index]);
  return note ? putEntry(notes, index, toNoteEntry({ ...note, at: place.at, end: place.end })) : toList(notes);
}

function moveLine(layers: unknown, name: string, value: number): readonly unknown[] {
  const at = layerAt(layers, name);
  const layer = toList(layers)[at];
  return isRecord(layer) ? putEntry(layers, at, { ...layer, value: String(value) }) : toList(layers);
}

interface EditorProps {
  readonly edited: Edited;
  readonly anchor: RefObject<HTMLElement | null>;
  readonly explore: Explore;
  readonly onClose: () => void;
}

function Editor({ edited, anchor, explore, onClose }: EditorProps) {
  const { form, setField } = explore;
  const name = edited.kind === 'note' ? 'chart_notes' : 'annotation_layers';
  const list = toList(form[name]);
  const at = edited.at ?? list.length;
  const put = (entry: unknown) => {
    setField(name, putEntry(list, at, entry));
    onClose();
  };
  const shared = { anchor, onClose, onRemove: edited.at === null ? undefined : () => put(null) };
  if (edited.kind === 'note')
    return <NoteEditor {...shared} note={edited.draft} onSave={(draft) => put(toNoteEntry(noteOfDraft(draft)))} />;
  const layer = list[at];
  const base = isRecord(layer) ? layer : { ...newAnnotation('FORMULA'), style: 'dashed', showLabel: true };
  return (
    <LineEditor
      {...shared}
      line={edited.draft}
      taken={list.flatMap((other, index) => (index !== at && isRecord(other) ? [String(other.name)] : []))}
      onSave={(draft) => put(layerOfLine(draft, base))}
    />
  );
}
