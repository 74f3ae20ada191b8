import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { RecipientType } from '@powerset/contract';
import type { Secrets } from './access/index.ts';
import type { Config } from './config.ts';
import { movedDocuments } from './features/bundles/index.ts';
import { createConnectionCodec } from './features/databases/index.ts';
import { readSites } from './features/embedded-dashboards/index.ts';
import { readRecipients } from './features/reports/index.ts';
import { fieldError } from './http/index.ts';
import type { MovingParts } from './moving-over/index.ts';

/** What the features know of connections, documents and recipients, for whoever is moved over. */
export function toMovingParts(config: Config, secrets: Secrets): MovingParts {
  return {
    connections: createConnectionCodec({ secrets }),
    documents: movedDocuments,
    readSites,
    readRecipient: (type, given) => {
      const text = (name: string) => (typeof given[name] === 'string' ? { [name]: given[name] } : {});
      const recipient_config_json = { ...text('target'), ...text('ccTarget'), ...text('bccTarget') };
      const asked = { type: type as RecipientType, recipient_config_json };
      const [read] = readRecipients({ config, secrets, known: [] }, [asked]);
      if (!read) throw fieldError({ recipients: ['Name somebody.'] });
      return read;
    },
  };
}

/** Whether a start would find an installation that was begun. */
export function hasMetadata({ dataFolder, metadataUrl }: Config): boolean {
  return metadataUrl !== null || existsSync(join(dataFolder, 'metadata.db'));
}
