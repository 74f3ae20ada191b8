import type { ReactNode } from 'react';
import { useBootstrapQuery } from '../api/index.ts';
import { SessionProvider, toSession } from './session.tsx';

/** Around a page that was opened as a file: a session of nobody, and no way to other pages. */
export function FileFrame({ children }: { readonly children: ReactNode }) {
  const { data } = useBootstrapQuery();
  if (!data) return null;
  return (
    <SessionProvider value={toSession(data, [])}>
      <main id="main" style={{ height: '100%' }}>
        {children}
      </main>
    </SessionProvider>
  );
}
