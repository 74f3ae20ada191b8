import type { WireSmallPicture } from '@powerset/contract';
import { useTheme } from '@powerset/ui';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useChartTranslate } from '../chart-runs/index.ts';
import { useLanguage } from '../i18n/index.ts';
import { createPictureLine, type PictureLine } from './picture-line.ts';
import { sayWords } from './say-words.ts';

/** Which picture is wanted, and how it is asked for. */
export interface PictureRequest {
  /** What decides it, besides theme and language. */
  readonly key: readonly unknown[];
  /** The rows that it is drawn of, whatever is drawn of them. */
  readonly source: string;
  /** What is suggested may still change: nothing is asked yet. */
  readonly isHeld?: boolean;
  readonly load: (look: PictureLook, signal: AbortSignal) => Promise<WireSmallPicture>;
}

export interface PictureLook {
  readonly theme: 'light' | 'dark';
  readonly locale: string;
}

export interface ChartPicture {
  /** It may still come. */
  readonly isComing: boolean;
  /** The address of the image; null where there is none. */
  readonly image: string | null;
  /** What the picture says above all; empty before it is here. */
  readonly summary: string;
}

/** The one of the gallery. */
export const usualPicture: ChartPicture = { isComing: false, image: null, summary: '' };

const keptMs = 300_000;
const lines = new WeakMap<QueryClient, PictureLine>();

/** All pictures of a page stand in one line. */
function lineOf(client: QueryClient): PictureLine {
  const line = lines.get(client) ?? createPictureLine();
  lines.set(client, line);
  return line;
}

/** The picture that is wanted, once it is drawn: asked for in its turn, and not while nobody sees its place. */
export function useChartPicture(request: PictureRequest | null, isSeen: boolean): ChartPicture {
  const client = useQueryClient();
  const { theme } = useTheme();
  const locale = useLanguage();
  const translate = useChartTranslate();
  const { data, isError } = useQuery({
    queryKey: ['chart-picture', theme, locale, ...(request?.key ?? [])],
    enabled: request !== null && request.isHeld !== true && isSeen,
    staleTime: keptMs,
    gcTime: keptMs,
    retry: false,
    queryFn: ({ signal }) => {
      if (!request) throw new Error('No picture is wanted.');
      return lineOf(client).run(request.source, (own) => request.load({ theme, locale }, own), signal);
    },
  });
  const summary = useMemo(() => (data?.summary ? sayWords(data.summary, translate) : ''), [data, translate]);
  const isComing = request !== null && data === undefined && !isError;
  return { isComing, image: data?.image ?? null, summary };
}
