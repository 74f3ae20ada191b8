import { chartThumbnails } from '@powerset/charts/thumbnails';
import { classNames, Skeleton } from '@powerset/ui';
import { type RefObject, useEffect, useRef, useState } from 'react';
import styles from './ChartPicture.module.css';
import { type ChartPicture as Drawn, type PictureRequest, useChartPicture } from './use-chart-picture.ts';

/** A picture, where its place is, and what is in it. */
export interface PlacedPicture<Place extends HTMLElement> extends Drawn {
  readonly ref: RefObject<Place | null>;
}

/** The picture of a place, asked for once the place is in sight. */
export function usePlacedPicture<Place extends HTMLElement>(request: PictureRequest | null): PlacedPicture<Place> {
  const ref = useRef<Place>(null);
  const isSeen = useSeenOnce(ref, request !== null);
  return { ref, ...useChartPicture(request, isSeen) };
}

interface ChartPictureProps {
  /** The type, whose picture of the gallery stands there where none is drawn. */
  readonly chartKey: string;
  /** The gallery's picture, of a type that is no part of the build. */
  readonly thumbnail?: string | undefined;
  readonly picture: Pick<Drawn, 'isComing' | 'image'>;
  readonly alt?: string;
  readonly className?: string | undefined;
}

/** What the data would look like; until that is known its outline, and where it cannot be, what the type looks like. */
export function ChartPicture({ chartKey, thumbnail, picture, alt = '', className }: ChartPictureProps) {
  const { isComing, image } = picture;
  return (
    <span className={classNames(styles.picture, className)} data-picture={stateOf(picture)}>
      {isComing ? (
        <Skeleton width="100%" height="100%" />
      ) : (
        <img src={image ?? thumbnail ?? chartThumbnails[chartKey]} alt={alt} width={160} height={100} />
      )}
    </span>
  );
}

function stateOf({ isComing, image }: ChartPictureProps['picture']): 'coming' | 'drawn' | 'usual' {
  if (isComing) return 'coming';
  return image === null ? 'usual' : 'drawn';
}

/** Whether a place has been in sight; what was once is not asked for again. */
function useSeenOnce(ref: RefObject<HTMLElement | null>, isWanted: boolean): boolean {
  const [isSeen, setIsSeen] = useState(false);
  useEffect(() => {
    const { current } = ref;
    if (!current || isSeen || !isWanted) return undefined;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setIsSeen(true);
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, [ref, isSeen, isWanted]);
  return isSeen;
}
