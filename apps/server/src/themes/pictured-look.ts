import { layThemes, type ThemeGround, variablesOfLooks } from '@powerset/chart-kit';
import { parseDocument, type Store } from '../metadata/index.ts';

export interface PicturedLook {
  readonly theme: ThemeGround;
  /** Values of tokens that are not the product's own. */
  readonly tokens: Readonly<Record<string, string>>;
}

interface AskedLook {
  readonly theme: ThemeGround;
  /** That of the dashboard that is drawn. */
  readonly themeId: number | null;
}

/** In which colours a picture is drawn, as a page would be. Letters stay the product's: a picture has no others. */
export async function findPicturedLook(store: Store, { theme, themeId }: AskedLook): Promise<PicturedLook> {
  const rows = await store
    .selectFrom('themes')
    .select(['id', 'json_data', 'is_system_default', 'is_system_dark'])
    .where(({ eb, or }) =>
      or([eb('is_system_default', '=', 1), eb('is_system_dark', '=', 1), eb('id', '=', themeId ?? -1)]),
    )
    .execute();
  if (rows.length === 0) return { theme, tokens: {} };
  const read = (fits: (row: (typeof rows)[number]) => boolean) => parseDocument(rows.find(fits)?.json_data) ?? null;
  const product = { light: read((row) => row.is_system_default === 1), dark: read((row) => row.is_system_dark === 1) };
  const worn = read(({ id }) => id === themeId);
  const { ground, looks } = layThemes({ product, worn: worn ? [worn] : [], asked: theme });
  const { '--font': _font, '--mono': _mono, ...tokens } = variablesOfLooks(looks);
  return { theme: ground, tokens };
}
