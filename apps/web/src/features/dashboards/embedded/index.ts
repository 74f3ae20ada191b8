/**
 * EMBEDDED. What a page of another site asks of the dashboard that it shows, and what it is told. In: the open dashboard, the
 * line to that page. Out: answers in the reference's shapes.
 */
export { HostAnswers } from './HostAnswers.tsx';
