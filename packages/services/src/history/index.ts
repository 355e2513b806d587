export { acknowledgeChange, takeBackAcknowledgement } from './acknowledge-change.ts';
export { readHistory } from './read-history.ts';
