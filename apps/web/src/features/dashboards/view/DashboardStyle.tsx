import { useLayoutEffect, useRef } from 'react';
import { useDashboard } from '../state/index.ts';
import { raiseRules } from './raise-rules.ts';

/**
 * The dashboard's own CSS. It reaches what its author can see with a class alone, as in the reference, however many classes
 * the product's own rules are made of; it loads nothing from elsewhere.
 */
export function DashboardStyle() {
  const css = useDashboard((state) => state.css);
  return css ? <Sheet css={withoutImports(css)} /> : null;
}

function Sheet({ css }: { css: string }) {
  const element = useRef<HTMLStyleElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text makes another sheet of the same element
  useLayoutEffect(() => {
    const rules = element.current?.sheet?.cssRules;
    if (rules) raiseRules(rules);
  }, [css]);
  return <style ref={element}>{css}</style>;
}

function withoutImports(css: string): string {
  return css.replace(/@import[^;]*;?/gi, '').replace(/url\s*\(\s*(['"]?)(?!data:image\/)[^)]*\)/gi, 'none');
}
