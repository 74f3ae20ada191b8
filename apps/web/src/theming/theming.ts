import type { ThemeBrand } from '@powerset/chart-kit';
import type { Bootstrap } from '@powerset/contract';
import { type Dress, type ThemeName, useTheme } from '@powerset/ui';
import { useCallback } from 'react';
import { createStore, useStore } from 'zustand';
import type { DrawnLook, LookMaker } from './look.ts';

/** Who gives a theme besides the product; each lies over those before it. */
export const themeLayers = ['dashboard', 'host', 'trial'] as const;
export type ThemeLayer = (typeof themeLayers)[number];

interface Theming {
  readonly system: Bootstrap['theme'];
  readonly layers: Readonly<Partial<Record<ThemeLayer, unknown>>>;
  /** Null until a theme is there. */
  readonly make: LookMaker | null;
}

const theming = createStore<Theming>(() => ({ system: undefined, layers: {}, make: null }));

/** What works a look out; most installations never load it. */
export async function loadThemeReader(): Promise<LookMaker> {
  const known = theming.getState().make;
  if (known) return known;
  const { makeLook } = await import('./look.ts');
  theming.setState({ make: makeLook });
  return makeLook;
}

/** The looks of the product; resolves when they are worn. */
export async function setSystemThemes(system: Bootstrap['theme']): Promise<void> {
  if (!system && !theming.getState().system) return;
  await loadThemeReader();
  // Asked for with every renewal of the session: the same look is not put on again.
  if (JSON.stringify(system) === JSON.stringify(theming.getState().system)) return;
  theming.setState({ system });
}

const turns: Partial<Record<ThemeLayer, number>> = {};

/** Puts a theme on, or takes it off (null); the last word of a layer counts, whenever the way to it ends. */
export async function wearTheme(layer: ThemeLayer, document: unknown): Promise<void> {
  const turn = (turns[layer] ?? 0) + 1;
  turns[layer] = turn;
  if (document === null) {
    if (theming.getState().layers[layer] !== undefined) setLayer(layer, undefined);
    return;
  }
  await loadThemeReader();
  if (turns[layer] !== turn) return;
  setLayer(layer, layer === 'dashboard' ? withoutBrand(document) : document);
}

/** Whoever makes dashboards does not say what the product is called, nor where its logo leads. */
function withoutBrand(document: unknown): unknown {
  if (typeof document !== 'object' || document === null || !('token' in document)) return document;
  const tokens = Object.entries(document.token ?? {}).filter(([name]) => !name.startsWith('brand'));
  return { ...document, token: Object.fromEntries(tokens) };
}

function setLayer(layer: ThemeLayer, document: unknown): void {
  theming.setState(({ layers }) => ({ layers: { ...layers, [layer]: document } }));
}

let last: { readonly of: Theming; readonly theme: ThemeName; readonly look: DrawnLook | null } | null = null;

/** The same for the same state: whoever asks while one page is drawn is told the same. */
function lookOf(state: Theming, theme: ThemeName): DrawnLook | null {
  if (last?.of === state && last.theme === theme) return last.look;
  const { system, layers, make } = state;
  const worn = themeLayers.flatMap((layer) => (layers[layer] === undefined ? [] : [layers[layer]]));
  const look = make && (system || worn.length > 0) ? make({ system, worn, theme }) : null;
  last = { of: state, theme, look };
  return look;
}

/** What `ThemeProvider` puts on. */
export function useDress(): Dress {
  const state = useStore(theming);
  return useCallback(
    (theme: ThemeName) => {
      const look = lookOf(state, theme);
      writeStyle(look?.css ?? '');
      return look ? { theme: look.theme, look: look.css } : { theme, look: theme };
    },
    [state],
  );
}

const styleId = 'theme';

function writeStyle(css: string): void {
  const known = document.getElementById(styleId);
  if (!known && css === '') return;
  const style = known ?? document.head.appendChild(Object.assign(document.createElement('style'), { id: styleId }));
  if (style.textContent !== css) style.textContent = css;
}

export type Brand = ThemeBrand;

/** Name and logo of the theme that is worn; null for the product's own. */
export function useBrand(): Brand | null {
  const state = useStore(theming);
  const { theme } = useTheme();
  return lookOf(state, theme)?.brand ?? null;
}
