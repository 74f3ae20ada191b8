import { Button, ListSkeleton, textRoles } from '@powerset/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { ApiError } from '../../api/index.ts';
import { useT } from '../../i18n/index.ts';
import { BarePage, ErrorView, usePageTitle } from '../../shell/index.ts';

export interface LinkPageProps<Read> {
  readonly title: string;
  /** What the link is about, as its answer is kept. */
  readonly name: string;
  readonly read: (token: string, signal: AbortSignal) => Promise<Read>;
  /** Where another link comes from. */
  readonly another: ReactNode;
  readonly children: (read: Read, token: string) => ReactNode;
}

/** What a link in a mail leads to; its token stands after the sign of a place in the page. */
export function LinkPage<Read>({ title, name, read, another, children }: LinkPageProps<Read>) {
  const t = useT();
  usePageTitle(title);
  const token = useLocation().hash.slice(1);
  const { data, error, refetch } = useQuery({
    queryKey: [name, token],
    queryFn: ({ signal }) => read(token, signal).catch(orNull),
    retry: false,
    refetchOnWindowFocus: false,
  });
  return (
    <BarePage>
      <h1>{title}</h1>
      {data === undefined && !error ? <ListSkeleton rows={3} /> : null}
      {error ? (
        <ErrorView
          error={error}
          title={t('The link could not be read')}
          actions={
            <Button size="small" onClick={() => void refetch()}>
              {t('Try again')}
            </Button>
          }
        />
      ) : null}
      {data === null ? (
        <>
          <p className={textRoles.secondary}>
            {t('This link no longer holds: it was used, is too old, or another was sent since.')}
          </p>
          <p style={{ marginTop: 12 }}>{another}</p>
        </>
      ) : null}
      {data ? children(data, token) : null}
    </BarePage>
  );
}

/** For a link that does not hold. */
function orNull(error: unknown): null {
  if (error instanceof ApiError && [400, 404].includes(error.status)) return null;
  throw error;
}
