import { useDashboard } from '../state/index.ts';

/** The dashboard's own CSS. It reaches what its author can see, and loads nothing from elsewhere. */
export function DashboardStyle() {
  const css = useDashboard((state) => state.css);
  return css ? <style>{withoutImports(css)}</style> : null;
}

function withoutImports(css: string): string {
  return css.replace(/@import[^;]*;?/gi, '').replace(/url\s*\(\s*(['"]?)(?!data:image\/)[^)]*\)/gi, 'none');
}
