import { ConfigProvider } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { toAntdTheme } from './antd-theme.ts';
import { useTheme } from './ThemeProvider.tsx';

/** Gives antd our tokens for everything below. Put it at the top of a page that uses antd; pages without antd do not load it. */
export function AntdRoot({
  children,
  locale,
}: {
  children: ReactNode;
  locale?: Parameters<typeof ConfigProvider>[0]['locale'];
}) {
  const { theme } = useTheme();
  const config = useMemo(() => {
    const styles = getComputedStyle(document.documentElement);
    return toAntdTheme((token) => styles.getPropertyValue(token).trim(), theme === 'dark');
  }, [theme]);
  return (
    <ConfigProvider theme={config} locale={locale} wave={{ disabled: true }}>
      {children}
    </ConfigProvider>
  );
}
