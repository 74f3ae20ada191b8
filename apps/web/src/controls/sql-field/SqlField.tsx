import { TextArea } from '@powerset/ui';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useLayoutEffect, useRef, useState } from 'react';
import { functionsQuery } from '../sql-text/index.ts';
import type { Caret, CaretRef, SqlFieldProps } from './sql-field-props.ts';

const SqlFieldView = lazy(() => import('./SqlFieldView.tsx').then((module) => ({ default: module.SqlFieldView })));

/** One SQL expression; until the editor's code has come a plain field takes the text. */
export function SqlField(props: SqlFieldProps) {
  const { databaseId } = props;
  const functions = useQuery({ ...functionsQuery(databaseId ?? 0), enabled: databaseId !== null, retry: false });
  const caretRef = useRef<Caret | null>(null);
  return (
    <Suspense fallback={<PlainField {...props} caretRef={caretRef} />}>
      <SqlFieldView {...props} caretRef={caretRef} functions={functions.data ?? []} />
    </Suspense>
  );
}

function PlainField({ caretRef, ...props }: SqlFieldProps & { readonly caretRef: CaretRef }) {
  const ref = useRef<HTMLTextAreaElement>(null);
  const [firstText] = useState(props.value);
  useLayoutEffect(() => {
    const area = ref.current;
    return () => {
      if (!area || document.activeElement !== area) return;
      caretRef.current = { offset: area.selectionEnd, hasTyped: area.value !== firstText };
    };
  }, [caretRef, firstText]);
  return (
    <TextArea
      ref={ref}
      id={props.id}
      aria-label={props.label}
      isMono
      rows={props.rows ?? 4}
      value={props.value}
      placeholder={props.placeholder}
      onChange={props.onChange}
    />
  );
}
