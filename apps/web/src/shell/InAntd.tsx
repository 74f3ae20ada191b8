import { type ReactNode, Suspense } from 'react';
import { lazyPart } from './lazy-part.ts';

const AntdPage = lazyPart(async () => (await import('./AntdPage.tsx')).AntdPage);

/** Around the parts of a light page that use antd: nothing of it is loaded before the first such part is drawn. */
export function InAntd({ children, fallback = null }: { children: ReactNode; fallback?: ReactNode }) {
  return (
    <Suspense fallback={fallback}>
      <AntdPage>{children}</AntdPage>
    </Suspense>
  );
}
