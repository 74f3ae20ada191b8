import { readThemeLook, themeGroundOf, themeGrounds } from '@powerset/chart-kit';
import { useTheme } from '@powerset/ui';
import { useMemo } from 'react';
import styles from './ThemeSwatches.module.css';
import { documentOf } from './theme-form.ts';

/** Where a theme names none, the product's own colour stands. */
const shown = ['--ground', '--card', '--text', '--accent', '--data-1', '--data-2'] as const;

/** A theme's colours at a glance. */
export function ThemeSwatches({ text }: { readonly text: string }) {
  const { theme } = useTheme();
  const variables: Readonly<Record<string, string>> = useMemo(() => {
    const document = documentOf(text);
    const ground = themeGroundOf(document) ?? theme;
    const { card, text: letters } = themeGrounds[ground];
    const own = { '--ground': card, '--card': card, '--text': letters };
    return { ...own, ...readThemeLook(document, ground).variables };
  }, [text, theme]);
  return (
    <span className={styles.swatches} aria-hidden="true">
      {shown.map((name) => (
        <span key={name} style={{ background: variables[name] ?? `var(${name})` }} />
      ))}
    </span>
  );
}
