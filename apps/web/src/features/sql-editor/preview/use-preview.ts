import type { WireEditorDatabase } from '@powerset/contract';
import { useState } from 'react';
import { keep, readKept, useUserId } from '../../../shell/index.ts';

/** First rows beneath the text: of databases beside the server, once somebody writes, until they are turned off. */
export function usePreview(database: WireEditorDatabase | undefined) {
  const [isOn, turn] = usePreviewSetting();
  const [hasBegun, setHasBegun] = useState(false);
  const isOffered = database?.is_embedded === true && !database.disable_data_preview;
  return { isOn, isOffered, isShown: isOn && isOffered && hasBegun, turn, begin: () => setHasBegun(true) };
}

/** As this browser keeps it for the person. */
function usePreviewSetting(): readonly [boolean, (isOn: boolean) => void] {
  const key = `powerset.sql-editor.preview.${useUserId() ?? 0}`;
  const [isOn, setIsOn] = useState(() => readKept(key) !== 'off');
  const change = (next: boolean) => {
    setIsOn(next);
    keep(key, next ? 'on' : 'off');
  };
  return [isOn, change];
}
