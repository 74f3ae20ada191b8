import { type ReactNode, Suspense } from 'react';
import { lazyPart } from './lazy-part.ts';

/** The frame of what uses antd; its code comes when it is asked for. */
export const loadAntdPage = async () => (await import('./AntdPage.tsx')).AntdPage;

const AntdPage = lazyPart(loadAntdPage);

/** Around the parts of a light page that use antd: nothing of it is loaded before the first such part is drawn. */
export function InAntd({ children, fallback = null }: { children: ReactNode; fallback?: ReactNode }) {
  return (
    <Suspense fallback={fallback}>
      <AntdPage>{children}</AntdPage>
    </Suspense>
  );
}
