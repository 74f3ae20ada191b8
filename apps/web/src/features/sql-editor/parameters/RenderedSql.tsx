import { sql } from '@codemirror/lang-sql';
import { EditorState } from '@codemirror/state';
import { EditorView, lineNumbers } from '@codemirror/view';
import type { WireTemplate } from '@powerset/contract';
import { CopyButton } from '@powerset/ui';
import { useEffect, useRef } from 'react';
import { editorTheme, grammarOf } from '../../../controls/sql-text/index.ts';
import { useT } from '../../../i18n/index.ts';
import styles from './RenderedSql.module.css';

interface RenderedSqlProps {
  readonly template: WireTemplate;
  readonly backend: string | undefined;
}

/** The text as it would run, beside the one that is written. */
export function RenderedSql({ template, backend }: RenderedSqlProps) {
  const t = useT();
  const { rendered, missing, problem } = template;
  return (
    <section className={styles.pane} aria-label={t('Rendered SQL')}>
      <div className={styles.head}>
        <span>{t('Rendered SQL')}</span>
        {rendered === null ? null : <CopyButton text={rendered} />}
      </div>
      {rendered === null ? (
        <p className={styles.note}>
          {missing.length > 0 ? t('Waits for: {{names}}', { names: missing.join(', ') }) : problem}
        </p>
      ) : (
        <SqlText text={rendered} backend={backend} label={t('Rendered SQL')} />
      )}
    </section>
  );
}

interface SqlTextProps {
  readonly text: string;
  readonly backend: string | undefined;
  readonly label: string;
}

function SqlText({ text, backend, label }: SqlTextProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const first = useRef(text);
  first.current = text;
  useEffect(() => {
    if (!host.current) return;
    const state = EditorState.create({
      doc: first.current,
      extensions: [
        lineNumbers(),
        sql({ dialect: grammarOf(backend) }),
        editorTheme,
        EditorState.readOnly.of(true),
        EditorView.contentAttributes.of({ 'aria-label': label, 'aria-readonly': 'true' }),
      ],
    });
    const made = new EditorView({ parent: host.current, state });
    view.current = made;
    return () => made.destroy();
  }, [backend, label]);
  useEffect(() => {
    const shown = view.current;
    if (shown && shown.state.doc.toString() !== text)
      shown.dispatch({ changes: { from: 0, to: shown.state.doc.length, insert: text } });
  }, [text]);
  return <div ref={host} className={styles.text} data-testid="rendered-sql" />;
}
