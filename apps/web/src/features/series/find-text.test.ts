import { describe, expect, it } from 'vitest';
import { readFindText, textOfMetric } from './find-text';

describe('readFindText', () => {
  it.each([
    ['', {}],
    ['  web  503 ', { search: 'web  503' }],
    ['{shard=~"1|2"}', { labels: 'shard=~"1|2"' }],
    ['up{job="node"}', { metric: 'up', labels: 'job="node"' }],
    ['up {}', { metric: 'up' }],
    ['up{job="a}b",pod!="{"} eth0', { metric: 'up', labels: 'job="a}b",pod!="{"', search: 'eth0' }],
    [`{path='/a"}'} get`, { labels: `path='/a"}'`, search: 'get' }],
  ])('%s', (text, search) => {
    expect(readFindText(text)).toEqual(search);
  });

  it.each(['{shard', '{shard=~"1|2"', 'up{job="node}'])('waits for the end of %s', (text) => {
    expect(readFindText(text)).toEqual({ message: expect.stringContaining('closing brace') });
  });

  it('says what is wrong inside of a selector', () => {
    expect(readFindText('{shard}')).toEqual({ message: expect.stringContaining('expected `=`') });
    expect(readFindText('{shard=~"("}')).toEqual({ message: expect.stringContaining('regular expression') });
  });

  it('reads its own text for a metric', () => {
    expect(readFindText(textOfMetric('node_cpu_seconds_total'))).toEqual({
      metric: 'node_cpu_seconds_total',
    });
    expect(readFindText(`${textOfMetric('up')}web`)).toEqual({ metric: 'up', search: 'web' });
  });
});
