import { EditorState } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { initialSql } from '../tabs/new-tab.ts';
import { firstPlace, givesWay } from './first-text.ts';

interface Typing {
  readonly at: number;
  readonly until?: number;
  readonly event?: string;
}

/** The text and where the cursor stands in it, after something was typed at a place. */
function afterTyping(text: string, typed: string, { at, until = at, event = 'input.type' }: Typing): string {
  const state = EditorState.create({ doc: text, selection: { anchor: at, head: until }, extensions: givesWay() });
  const { main } = state.selection;
  const changes = { from: main.from, to: main.to, insert: typed };
  const next = state.update({ changes, selection: { anchor: main.from + typed.length }, userEvent: event }).state;
  const { head } = next.selection.main;
  return `${next.sliceDoc(0, head)}|${next.sliceDoc(head)}`;
}

describe('the text of a new tab', () => {
  const text = initialSql(true);

  it('gives way to what is typed or pasted before or after it', () => {
    expect(afterTyping(text, 'W', { at: 0 })).toBe('W|');
    expect(afterTyping(text, 'W', { at: text.length })).toBe('W|');
    expect(afterTyping(text, 'TABLE orders', { at: 0, event: 'input.paste' })).toBe('TABLE orders|');
  });

  it('keeps its SELECT for whoever types at the dots, and the note above it', () => {
    expect(afterTyping(text, '1', { at: 'SELECT '.length })).toBe('SELECT 1|');
    const noted = initialSql(false);
    expect(afterTyping(noted, 'W', { at: noted.length })).toBe(`${noted.slice(0, -text.length)}W|`);
    expect(afterTyping(noted, 'x', { at: 2 })).toBe(`${noted.slice(0, 2)}x|${noted.slice(2)}`);
  });

  it('has the cursor at what gives way, and any other text at its beginning', () => {
    const noted = initialSql(false);
    expect(afterTyping(noted, 'W', { at: firstPlace(noted) })).toBe(`${noted.slice(0, -text.length)}W|`);
    expect(firstPlace(text)).toBe(0);
    expect(firstPlace('SELECT 1')).toBe(0);
  });

  it('stays where part of it is selected, where something else changes it, and once it was written on', () => {
    expect(afterTyping(text, 'X', { at: 0, until: 1 })).toBe('X|ELECT ...');
    expect(afterTyping(text, 'orders', { at: 0, event: 'input.complete' })).toBe('orders|SELECT ...');
    expect(afterTyping('SELECT 12', '3', { at: 9 })).toBe('SELECT 123|');
  });
});
