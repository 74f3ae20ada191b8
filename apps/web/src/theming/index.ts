/**
 * THEMING. The look of the page: that of the product, of an open dashboard, of the host page, of a theme that is being tried.
 * In: documents of themes. Out: values of the tokens, name and logo, fonts. What works them out comes where there is a theme.
 */

export { type Brand, loadThemeReader, setSystemThemes, useBrand, useDress, wearTheme } from './theming.ts';
export { tryTheme, useTriedTheme } from './tried-theme.ts';
