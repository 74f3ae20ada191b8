import { AntdRoot } from '@powerset/ui';
import deDE from 'antd/locale/de_DE';
import type { ReactNode } from 'react';
import { useLanguage } from '../i18n/index.ts';

/** Around pages that use antd: our tokens and the language in force. */
export function AntdPage({ children }: { children: ReactNode }) {
  return <AntdRoot locale={useLanguage() === 'de' ? deDE : undefined}>{children}</AntdRoot>;
}
