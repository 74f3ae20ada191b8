import { describe, expect, it } from 'vitest';
import {
  draftOfLine,
  draftOfNote,
  emptyNote,
  layerAt,
  layerOfLine,
  lineErrors,
  noteErrors,
  noteOfDraft,
  putEntry,
  readMoment,
  writeMoment,
} from './notes.ts';

describe('a note while it is edited', () => {
  it('writes days as days and hours where they matter, and reads what it writes', () => {
    const noon = Date.UTC(2026, 2, 1, 12);
    expect([writeMoment(Date.UTC(2026, 2, 1)), writeMoment(noon)]).toEqual(['2026-03-01', '2026-03-01 12:00:00']);
    expect(readMoment(writeMoment(noon))).toBe(noon);
    for (const wrong of ['', 'soon', '2026-02-30', '2026-13-01']) expect(readMoment(wrong)).toBeNull();
  });

  it('counts the last day into a span and shows it again as that day', () => {
    const draft = { ...emptyNote, text: ' Sale ', from: '2026-03-01', to: '2026-03-07', series: 'Web' };
    const note = noteOfDraft(draft);
    expect(note).toEqual({
      text: 'Sale',
      at: Date.UTC(2026, 2, 1),
      end: Date.UTC(2026, 2, 8) - 1,
      series: null,
      panel: null,
      color: null,
    });
    expect(draftOfNote(note)).toMatchObject({ from: '2026-03-01', to: '2026-03-07' });
  });

  it('says what is wrong by its field', () => {
    expect(noteErrors(emptyNote)).toEqual({ text: 'Required', from: 'Required' });
    expect(noteErrors({ ...emptyNote, text: 'a', from: '1 March', to: 'x' })).toEqual({
      from: 'A date such as 2026-03-01',
      to: 'A date such as 2026-03-01',
    });
    expect(noteErrors({ ...emptyNote, text: 'a', from: '2026-03-02', to: '2026-03-01' })).toEqual({
      to: 'Ends before it begins',
    });
    expect(noteErrors({ ...emptyNote, text: 'a'.repeat(501), from: '2026-03-02' })).toEqual({
      text: 'At most 500 characters',
    });
  });

  it('changes, adds and takes away entries and leaves the others as they are', () => {
    expect(putEntry(['a', 'b'], 1, 'c')).toEqual(['a', 'c']);
    expect(putEntry(['a'], 1, 'c')).toEqual(['a', 'c']);
    expect(putEntry(['a', 'b'], 0, null)).toEqual(['b']);
    expect(putEntry(null, 0, 'c')).toEqual(['c']);
  });

  it('keeps a line as a layer whose formula is its value, and what else the layer says', () => {
    const layer = { name: 'Target', annotationType: 'FORMULA', value: '50', color: null, width: 2 };
    const draft = { ...draftOfLine(layer), text: ' Goal ', value: '60' };
    expect(layerOfLine(draft, layer)).toEqual({ ...layer, name: 'Goal', value: '60' });
    expect(lineErrors(draft, ['Target'])).toEqual({});
    expect(lineErrors({ text: 'Target', value: '2x', color: null }, ['Target'])).toEqual({
      text: 'Another layer has this name',
      value: 'is expected to be a number',
    });
    expect(layerAt([{ name: 'a' }, layer], 'Target')).toBe(1);
  });
});
