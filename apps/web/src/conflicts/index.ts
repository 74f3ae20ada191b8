/**
 * CONFLICTS. Somebody else saved the same thing after it was opened here: in what the two differ, and the choice whose stays.
 * In: two versions by what differs between them. Out: what was chosen. Saving itself is the business of whoever asks.
 */
export * from './ConflictActions.tsx';
export * from './Differences.tsx';
export * from './DifferenceTable.tsx';
export * from './difference.ts';
export * from './OverwriteModal.tsx';
export * from './SaveConflict.tsx';
export * from './save-clash.ts';
