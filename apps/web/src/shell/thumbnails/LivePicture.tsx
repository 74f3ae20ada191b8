import { pictureEndpoints, urlOf } from '@powerset/contract';
import { useTheme } from '@powerset/ui';
import { type ReactNode, useState } from 'react';
import { useLanguage } from '../../i18n/index.ts';
import styles from './LivePicture.module.css';

/** Where the server draws an object that was listed without its picture: it leads to how the object is now. */
export const pictureAddress = (kind: 'chart' | 'dashboard', id: number): string =>
  urlOf(kind === 'chart' ? pictureEndpoints.chartThumbnail : pictureEndpoints.dashboardThumbnail, {
    params: { id, digest: '00000000' },
  });

export interface LivePictureProps {
  /** Where the server draws the object; null where it has no address. */
  readonly address: string | null | undefined;
  /** The shape that stands for it until there is a picture. */
  readonly children: ReactNode;
}

/** The object as it looks, where its rows are at hand. */
export function LivePicture({ address, children }: LivePictureProps) {
  const { theme } = useTheme();
  const locale = useLanguage();
  const [missing, setMissing] = useState<string | null>(null);
  const [shown, setShown] = useState<string | null>(null);
  const source = address ? `${address}?theme=${theme}&locale=${locale}` : null;
  return (
    <span className={styles.frame}>
      {source === null || shown !== source ? children : null}
      {source === null || missing === source ? null : (
        <img
          key={source}
          className={shown === source ? styles.picture : styles.coming}
          src={source}
          alt=""
          loading="lazy"
          decoding="async"
          onLoad={() => setShown(source)}
          onError={() => setMissing(source)}
        />
      )}
    </span>
  );
}
