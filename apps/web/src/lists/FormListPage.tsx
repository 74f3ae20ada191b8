import { type ReactNode, useMemo, useState } from 'react';
import { type ResourceEndpoints, type RowOf, useInvalidate } from '../api/index.ts';
import { ListPage } from './ListPage.tsx';
import type { ListDefinition } from './list-definition.ts';

/** Opens the form of a row, or with null that of a new one. */
export type EditRow<Row> = (row: Row | null) => void;

export interface RowForm<Row> {
  readonly row: Row | null;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

interface FormListPageProps<T extends ResourceEndpoints> {
  /** The list whose rows open in the form; another function makes another list. */
  readonly list: (edit: EditRow<RowOf<T>>) => ListDefinition<T>;
  readonly form: (form: RowForm<RowOf<T>>) => ReactNode;
}

/** A page with the list of one resource, whose rows are made and changed in a form over it. */
export function FormListPage<T extends ResourceEndpoints>({ list, form }: FormListPageProps<T>) {
  const invalidate = useInvalidate();
  const [opened, setOpened] = useState<{ readonly row: RowOf<T> | null } | null>(null);
  const definition = useMemo(() => list((row) => setOpened({ row })), [list]);
  return (
    <>
      <ListPage definition={definition} />
      {opened === null
        ? null
        : form({
            row: opened.row,
            onClose: () => setOpened(null),
            onSaved: () => void invalidate(definition.resource),
          })}
    </>
  );
}
