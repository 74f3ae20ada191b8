import path from 'node:path';
import { fromStorageUri } from '../lake/index.ts';
import { openBucketPlace } from './bucket-place.ts';
import { openFolderPlace, type ResultPlace } from './result-place.ts';

/** A folder that all processes mount, or `s3://key:secret@host/bucket/prefix?region=eu-west-1`; throws a sentence without the secret. */
export function openResultPlace(setting: string): ResultPlace {
  if (!setting.startsWith('s3:')) return openFolderPlace(path.resolve(setting));
  const place = fromStorageUri(setting);
  const [, secret] = /^s3:\/\/[^:@/]*:([^@]*)@/.exec(setting) ?? [];
  return openBucketPlace({
    ...place,
    secretKey: secret === undefined ? null : decodeURIComponent(secret),
    serverCertificate: null,
    // Whoever runs the server said where results are kept.
    policy: { allowsPrivateHosts: true },
  });
}
