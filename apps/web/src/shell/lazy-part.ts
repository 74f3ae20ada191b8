import { toasts } from '@powerset/ui';
import { type ComponentType, type LazyExoticComponent, lazy, useEffect } from 'react';
import { errorText } from '../api/index.ts';
import { t } from '../i18n/index.ts';

/** Whether code that was asked for is not there: it has other names since the server was updated, or nothing answers. */
export function isCodeGone(error: unknown): boolean {
  return /dynamically imported module|module script|preload CSS/i.test(errorText(error));
}

/** Offers the current version. Whoever has unsaved work is asked by the browser before the page goes. */
function tellCodeIsGone(): void {
  toasts.danger(t('The server was updated or is out of reach. Reload to get the current version.'), {
    isUnique: true,
    action: { label: t('Reload'), onSelect: () => location.reload() },
  });
}

/** For what goes wrong with drawing, which is code that is gone now and then. */
export function tellIfCodeIsGone(error: unknown): void {
  if (isCodeGone(error)) tellCodeIsGone();
}

/** Code that comes when it is wanted; where it is gone the page says so, and goes on without it. */
export async function loadCode<Code>(load: () => Promise<Code>): Promise<Code | undefined> {
  try {
    return await load();
  } catch (error) {
    if (!isCodeGone(error)) throw error;
    tellCodeIsGone();
    return undefined;
  }
}

/** A part of a page whose code comes when it is first drawn; work on the page outlives that the code is gone. */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: (await loadCode(load)) ?? MissingPart }));
}

/** Says it each time that somebody comes to the missing part. */
function MissingPart(): null {
  useEffect(tellCodeIsGone, []);
  return null;
}
