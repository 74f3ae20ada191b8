import type { ChartTheme, ControlChoice } from './definitions.ts';

export type SchemeKind = 'categorical' | 'sequential' | 'diverging';

export interface ColorScheme {
  readonly id: string;
  readonly label: string;
  readonly kind: SchemeKind;
  readonly colors: readonly string[];
}

const hex = (packed: string): readonly string[] => packed.split(' ').map((code) => `#${code}`);

const scheme = (...[kind, id, label, packed]: readonly [SchemeKind, string, string, string]): ColorScheme => ({
  id,
  label,
  kind,
  colors: hex(packed),
});

/** The default palette's colours come from the theme, so that both themes stay readable. */
const themed: readonly ColorScheme[] = [
  { id: 'powerset', label: 'Powerset', kind: 'categorical', colors: [] },
  { id: 'powersetSequential', label: 'Powerset blue', kind: 'sequential', colors: [] },
  { id: 'powersetDiverging', label: 'Powerset diverging', kind: 'diverging', colors: [] },
];

const fixed: readonly ColorScheme[] = [
  scheme(
    'categorical',
    'supersetColors',
    'Superset colors',
    '1fa8c9 454e7c 5ac189 ff7f44 666666 e04355 fcc700 a868b7 3cccce a38f79',
  ),
  scheme('categorical', 'harbour', 'Harbour', '1d4e89 00a6a6 f79256 7b2d26 5f7470 c9a227 3a7d44 8e5572'),
  scheme('categorical', 'orchard', 'Orchard', '5b8c2a c8553d e0a526 2f6690 8a4f7d 3b8686 a27035 6c6f7f'),
  scheme('categorical', 'dusk', 'Dusk', '4059ad 97518c d1603d e8a838 4f9d69 2b7a9b 7f5539 8d99ae'),
  scheme('categorical', 'meadow', 'Meadow', '2a7f62 c3a32b b05f3c 4b6fa5 7c5295 5d8a3a 96616b 7a8450'),
  scheme('categorical', 'signal', 'Signal', '0072b2 e69f00 009e73 d55e00 56b4e9 cc79a7 a39a00 5a5a5a'),
  scheme('categorical', 'clay', 'Clay', 'a44a3f d9853b 6b705c 386fa4 b07d62 59656f c9ada7 4a6c6f'),
  scheme(
    'sequential',
    'superset_seq_1',
    'Superset sequential 1',
    'f4fafb d2edf4 a5dce9 78cbde 4bb9d3 1fa8c9 177e97 0f5465',
  ),
  scheme('sequential', 'moss', 'Moss', 'eef6e9 cfe6c1 a6d093 7ab666 53973f 367526 205217'),
  scheme('sequential', 'ember', 'Ember', 'fdf0e3 fbd5ac f6b06f ea8640 cc5f23 9f4115 6e2a0e'),
  scheme('sequential', 'plum', 'Plum', 'f6edf7 e2c8e6 c99dd0 ad74b8 8d4f9b 6b3579 481f54'),
  scheme('sequential', 'slate', 'Slate', 'f1f3f5 d5dae0 b3bcc6 8d99a7 687586 4a5565 2f3743'),
  scheme('diverging', 'rustTeal', 'Rust to teal', '8c3b1a bf6b3f dfa581 f3d9c7 f1f2f0 c3dedb 85bab6 45918e 125f60'),
  scheme('diverging', 'plumMoss', 'Plum to moss', '5e2a70 8c5a9d bb96c6 e1cfe6 f2f2f0 d2e3c6 a0c287 6a9a4c 3b6b22'),
];

/** Every scheme that a chart can be given. */
export const colorSchemes: readonly ColorScheme[] = [...themed, ...fixed];

const defaults: Readonly<Record<SchemeKind, string>> = {
  categorical: 'powerset',
  sequential: 'powersetSequential',
  diverging: 'powersetDiverging',
};

/** The id that a chart without a scheme, or with an unknown one, has. */
export function knownSchemeId(kind: SchemeKind, id: unknown): string {
  const isKnown = colorSchemes.some((entry) => entry.id === id && matchesKind(entry.kind, kind));
  return isKnown ? String(id) : defaults[kind];
}

/** A scheme by id in a theme; an unknown id gives the default of its kind. */
export function findScheme(kind: SchemeKind, id: unknown, theme: ChartTheme): ColorScheme {
  const known = knownSchemeId(kind, id);
  // knownSchemeId returns only ids of this list.
  const found = colorSchemes.find((entry) => entry.id === known)!;
  return found.colors.length > 0 ? found : { ...found, colors: theme[found.kind] };
}

/** Choices of a colour scheme control; linear scales may also diverge. */
export function schemeChoices(kind: SchemeKind): readonly ControlChoice[] {
  return colorSchemes
    .filter((entry) => matchesKind(entry.kind, kind))
    .map((entry) => ({ value: entry.id, label: entry.label }));
}

function matchesKind(kind: SchemeKind, wanted: SchemeKind): boolean {
  return kind === wanted || (wanted === 'sequential' && kind === 'diverging');
}
