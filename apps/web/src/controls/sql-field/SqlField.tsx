import { TextArea } from '@powerset/ui';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useLayoutEffect, useRef } from 'react';
import { functionsQuery } from '../sql-text/functions-query.ts';
import type { SqlNames } from './sql-options.ts';

const SqlFieldView = lazy(() => import('./SqlFieldView.tsx').then((module) => ({ default: module.SqlFieldView })));

export interface SqlFieldProps {
  readonly id?: string;
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly names: SqlNames;
  /** The database whose functions are offered. */
  readonly databaseId: number | null;
  readonly backend?: string;
  readonly placeholder?: string;
  /** Lines that are visible while there is little text. */
  readonly rows?: number;
  readonly isInvalid?: boolean;
}

/** One SQL expression; until the editor's code has come a plain field takes the text. */
export function SqlField(props: SqlFieldProps) {
  const { databaseId } = props;
  const functions = useQuery({ ...functionsQuery(databaseId ?? 0), enabled: databaseId !== null, retry: false });
  const caretRef = useRef<number | null>(null);
  return (
    <Suspense fallback={<PlainField {...props} caretRef={caretRef} />}>
      <SqlFieldView {...props} caretRef={caretRef} functions={functions.data ?? []} />
    </Suspense>
  );
}

/** Where somebody is writing as the editor takes the plain field's place; null when nobody is. */
export interface CaretRef {
  current: number | null;
}

function PlainField({ caretRef, ...props }: SqlFieldProps & { readonly caretRef: CaretRef }) {
  const ref = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const area = ref.current;
    return () => {
      if (area && document.activeElement === area) caretRef.current = area.selectionEnd;
    };
  }, [caretRef]);
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
