import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const frame = EditorView.theme({
  '&': { height: '100%', fontSize: '13px', backgroundColor: 'var(--card)', color: 'var(--text)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '20px', fontFeatureSettings: '"calt" 0' },
  '.cm-content': { padding: '8px 0', caretColor: 'var(--accent)' },
  '.cm-line': { padding: '0 16px 0 0' },
  '.cm-cursor, .cm-dropCursor': { borderLeft: '2px solid var(--accent)' },
  '.cm-activeLine': { backgroundColor: 'var(--syn-line)' },
  '.cm-activeLineGutter': { backgroundColor: 'var(--syn-line)', color: 'var(--text)' },
  '.cm-gutters': { backgroundColor: 'var(--card)', color: 'var(--text-3)', border: '0', fontSize: '12px' },
  '.cm-lineNumbers .cm-gutterElement': { padding: '0 12px 0 8px', minWidth: '24px', lineHeight: '20px' },
  '.cm-gutter-lint': { width: '16px' },
  '.cm-gutter-lint .cm-gutterElement': { padding: '6px 0 0 8px' },
  '.cm-lint-marker': { width: '7px', height: '7px' },
  '.cm-lint-marker-error': { content: 'none', borderRadius: '50%', background: 'var(--danger)' },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--danger) 1px',
    textUnderlineOffset: '4px',
    textDecorationSkipInk: 'none',
  },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--syn-selection)',
  },
  '.cm-selectionMatch, .cm-searchMatch': { backgroundColor: 'var(--syn-match)' },
  '.cm-matchingBracket': { backgroundColor: 'var(--syn-match)', outline: 'none' },
  '.cm-panels': { backgroundColor: 'var(--raised)', color: 'var(--text)', borderColor: 'var(--border)' },
  '.cm-panel input, .cm-panel button': { fontFamily: 'var(--font)', fontSize: '12px' },
});

const highlighting = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--syn-keyword)', fontWeight: '500' },
  { tag: [tags.typeName, tags.standard(tags.name), tags.function(tags.name)], color: 'var(--syn-function)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--syn-string)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--syn-number)' },
  { tag: [tags.comment, tags.lineComment, tags.blockComment], color: 'var(--syn-comment)' },
  { tag: [tags.operator, tags.punctuation], color: 'var(--syn-operator)' },
  { tag: tags.name, color: 'var(--syn-name)' },
]);

/** The editor in the product's tokens, so that it follows the theme by itself. */
export const editorTheme: Extension = [frame, syntaxHighlighting(highlighting)];
