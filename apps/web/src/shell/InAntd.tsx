import { lazy, type ReactNode, Suspense } from 'react';

const AntdPage = lazy(() => import('./AntdPage.tsx').then((module) => ({ default: module.AntdPage })));

/** Around the parts of a light page that use antd: nothing of it is loaded before the first such part is drawn. */
export function InAntd({ children, fallback = null }: { children: ReactNode; fallback?: ReactNode }) {
  return (
    <Suspense fallback={fallback}>
      <AntdPage>{children}</AntdPage>
    </Suspense>
  );
}
