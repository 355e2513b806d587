import { callApiForNothing } from '../api/call-api';

/** Ends the session of this browser and goes to where one signs in again. */
export async function signOut(): Promise<void> {
  await callApiForNothing('/sign-out', { method: 'POST' });
  window.location.assign('/sign-in');
}
