import { get as getHttp } from 'node:http';
import { get as getHttps } from 'node:https';

const answerWithinMs = 2000;

/** Whether an address answers 200 now. */
export function answersReady(url: string, caPem: string): Promise<boolean> {
  return new Promise((settle) => {
    const options = { ca: caPem, agent: false as const, timeout: answerWithinMs };
    const request = (url.startsWith('https:') ? getHttps : getHttp)(url, options, (response) => {
      response.resume();
      settle(response.statusCode === 200);
    });
    request.once('timeout', () => request.destroy(new Error('No answer in time')));
    // Nobody listens yet, or not any more.
    request.once('error', () => settle(false));
  });
}
