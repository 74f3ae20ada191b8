import { EditorState, type Extension, type Transaction } from '@codemirror/state';
import { defaultSql, initialSql } from '../tabs/new-tab.ts';

const dots = defaultSql.indexOf('...');
const untouched = [initialSql(true), initialSql(false)];

/** Where the cursor stands in a text at first: at what gives way, past the note above it. */
export function firstPlace(text: string): number {
  return untouched.includes(text) ? text.length - defaultSql.length : 0;
}

/** The text of a new tab is replaced by what is typed or pasted first; what is typed at its dots takes their place alone. */
export function givesWay(): Extension {
  return EditorState.transactionFilter.of((change) => {
    if (!change.docChanged || !(change.isUserEvent('input.type') || change.isUserEvent('input.paste'))) return change;
    const { doc, selection } = change.startState;
    const { head, empty } = selection.main;
    if (!empty || !untouched.some((text) => text.length === doc.length && doc.eq(change.startState.toText(text))))
      return change;
    const begin = doc.length - defaultSql.length;
    const isAtDots = head >= begin + dots && head < doc.length;
    if (!isAtDots && head !== begin && head !== doc.length) return change;
    return instead(change, isAtDots ? begin + dots : begin);
  });
}

/** The same words from there to the end. */
function instead(change: Transaction, from: number) {
  const { main } = change.startState.selection;
  let insert = '';
  change.changes.iterChanges((...[, , , , text]) => {
    insert += text.toString();
  });
  const cursor = from + change.newSelection.main.head - main.head;
  return {
    changes: { from, to: change.startState.doc.length, insert },
    selection: { anchor: cursor },
    userEvent: change.isUserEvent('input.paste') ? 'input.paste' : 'input.type',
    scrollIntoView: true,
  };
}
