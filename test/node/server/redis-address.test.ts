// How a client finds a Redis: with TLS, users and names as the address has them.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { clusterNodes, clusterOptions, sentinelOptions, singleOptions } from '../../../src/server/state/redis-address.js';

describe('the address of a Cluster', () => {
  it('names its nodes, and gives all of them the user, the password and the TLS of the first', () => {
    const cluster = ['rediss://ann:pass%20word@one.example:7000', 'rediss://[::1]'];
    assert.deepEqual(clusterNodes({ cluster }), [
      { host: 'one.example', port: 7000 },
      { host: '::1', port: 6379 },
    ]);
    const { redisOptions, dnsLookup, clusterRetryStrategy, ...refusing } = clusterOptions({ cluster }, 50);
    const [lazyConnect, enableOfflineQueue] = [true, false];
    assert.deepEqual(refusing, { lazyConnect, enableOfflineQueue, retryDelayOnFailover: 0, maxRedirections: 8, slotsRefreshTimeout: 50 });
    assert.equal(clusterRetryStrategy(1), 50);
    assert.deepEqual(
      { ...redisOptions },
      {
        autoResendUnfulfilledCommands: false,
        maxRetriesPerRequest: 0,
        connectTimeout: 1000,
        commandTimeout: 50,
        username: 'ann',
        password: 'pass word',
        tls: {},
      },
    );
    const found: unknown[] = [];
    dnsLookup?.('one.example', (...given) => void found.push(...given));
    assert.deepEqual(found, [null, 'one.example'], 'certificates are for names');
  });

  it('without TLS says nothing of TLS', () => {
    const options = clusterOptions({ cluster: ['redis://one.example'] }, 50);
    assert.deepEqual(['tls' in options.redisOptions, 'dnsLookup' in options], [false, false]);
  });
});

describe('the address of one server', () => {
  const { retryStrategy, reconnectOnError, ...rest } = singleOptions(50);

  it('is connected to when it is first needed, and what it does not take is neither kept nor sent twice', () => {
    const [lazyConnect, enableOfflineQueue, autoResendUnfulfilledCommands] = [true, false, false];
    const sentOnce = { autoResendUnfulfilledCommands, maxRetriesPerRequest: 0, connectTimeout: 1000, commandTimeout: 50 };
    assert.deepEqual(rest, { ...sentOnce, lazyConnect, enableOfflineQueue });
  });

  it('is tried again sooner at first, and at least twice a second', () => {
    assert.deepEqual([1, 2, 4, 5, 100].map(retryStrategy), [50, 100, 400, 500, 500]);
  });

  it('is connected to again where another server has taken over the writing, and for no other error', () => {
    const errors = ["READONLY You can't write against a read only replica.", 'WRONGTYPE', 'not READONLY'];
    assert.deepEqual(
      errors.map((message) => reconnectOnError(new Error(message))),
      [true, false, false],
    );
  });
});

describe('the address of Sentinels', () => {
  it('keeps what is for the Sentinels apart from what is for the servers', () => {
    const sentinels = ['rediss://watch:secret@one.example', 'redis://two.example:5000'];
    const options = sentinelOptions({ sentinels, name: 'group', username: 'ann', password: 'own', database: 0, tls: true }, 50);
    assert.deepEqual(options.sentinels, [
      { host: 'one.example', port: 26_379 },
      { host: 'two.example', port: 5000 },
    ]);
    assert.deepEqual([options.failoverDetector, options.sentinelCommandTimeout, options.commandTimeout], [true, 50, 50]);
    const { name, sentinelUsername, sentinelPassword, enableTLSForSentinelMode, username, password, db, tls } = options;
    assert.deepEqual([sentinelUsername, sentinelPassword, enableTLSForSentinelMode], ['watch', 'secret', true]);
    assert.deepEqual([name, username, password, db, tls], ['group', 'ann', 'own', 0, {}]);
  });

  it('without TLS and a database says nothing of them', () => {
    const options = sentinelOptions({ sentinels: ['redis://one.example'], name: 'group' }, 50);
    assert.deepEqual([options.enableTLSForSentinelMode, 'db' in options, 'tls' in options], [false, false, false]);
  });
});
