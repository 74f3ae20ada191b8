import { numberSetting } from '../../api/index.ts';
import { useSession } from '../../shell/index.ts';

/** The most that one file may have, in MB. */
export function useUploadLimitMb(): number {
  return numberSetting(useSession().bootstrap, 'UPLOAD_MAX_MB', 2048);
}
