import type { ColumnType, Generated } from 'kysely';
import type { Flag, Optional } from './table-columns.ts';

export interface ThemesTable {
  id: Generated<number>;
  uuid: string;
  theme_name: string;
  /** The document of the look, as the reference writes it. */
  json_data: string;
  /** Of the whole product, in its light look; of one theme at most. */
  is_system_default: Flag;
  /** Likewise in its dark look. */
  is_system_dark: Flag;
  created_on: ColumnType<string, string, never>;
  changed_on: string;
  created_by_fk: Optional<number>;
  changed_by_fk: Optional<number>;
}

/** Logos and fonts of themes, each under a name made of what is in it. */
export interface ThemeFilesTable {
  name: string;
  media_type: string;
  /** As Base64: kept alike in a file and on a server. */
  content: string;
  created_on: string;
}
