import { useBootstrapQuery } from '../../api/index.ts';

/** What the directory is called whose names and passwords sign in here; null where there is none. */
export function useDirectoryName(): string | null {
  const label = useBootstrapQuery().data?.conf.LDAP_LABEL;
  return typeof label === 'string' ? label : null;
}
