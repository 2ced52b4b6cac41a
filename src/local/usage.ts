// What `voxreel --help` prints.
import { makers } from './makers.js';
import { starterServices } from './starter-services.js';
import { starters } from './starter.js';

export const usage = `voxreel [--port 8787] [--host 127.0.0.1] [--origin https://...] [--name ...] [--users file | --public] [--data folder [--push mailto:...]] [--public-url https://...] [--log] [--metrics] [--faults]
voxreel init [folder] [--framework ...] [--service ...]
voxreel users add <name> --users <file>
voxreel doctor <url> [--origin https://...] [--header "Name: value"] [--model ...]
voxreel record <service> [--model ...] [--prompt ...] [--seconds 5] [--every 2] [--cancel] [--out file.json]
voxreel library move --from <folder> --to-records postgres --to-files s3
voxreel library export --data <folder> --out <folder>
voxreel library import --data <folder> --from <folder or zip>
voxreel library forget --user <id> --data <folder>

Serves the demo page and the gateway on --port (or PORT) of --host (or HOST), and behind the gateway the local service
on the next port. Each browser is its own user, told by a signed cookie: nobody else can see its videos.
In front of a real service the usual limits apply, per browser and per network address; in front of the local one,
which costs nothing, wider ones.

  --origin https://...  pages of this other origin may use the gateway and the local service; repeatable
  --name www.site:8787  a further name that the gateway answers to; repeatable
  --users <file>        visitors sign in with a name and a password of this file
  --public              everyone may use a real service, on a --host that other machines can reach
  --data <folder>       keeps what users make, for all their devices, and goes on where it was after a restart
  --push mailto:...     with --data: notifies a visitor's browser of a video while no page is open; push services may write to this address
  --public-url https:// the address that visitors have: with --data, links of shares begin with it; services call back to it
  --log                 writes a line of JSON for each request to the error output
  --metrics             serves counters in the Prometheus text format at GET /metrics
  --faults              POST /faults on the local service's port makes it fail on demand; needs its key
  --version, --help

  LOCAL_KEY                   the key of the local service; by default a new one is made and printed at each start
  LOCAL_ALLOW_LOOPBACK=1      lets the local service fetch images from, and call back, addresses of this machine
  UPSTREAM_URL, UPSTREAM_KEY  the real service behind the gateway, instead of the local one, and its key
${makers.map(({ title, key, secretKey, baseUrl }) => `  ${[key, secretKey, baseUrl].filter(Boolean).join(', ').padEnd(32)}  ${title}`).join('\n')}
                              each key that is set adds its maker's models to the page; the address is optional
  ..._FILE                    each key, SECRET, REDIS_URL and DATABASE_URL can also be read from a file: FAL_KEY_FILE=/run/secrets/fal
  SECRET                      signs cookies and task ids; without it and without --data, a restart makes all visitors new ones
  REDIS_URL                   keeps the gateway's state in this Redis, for several instances; needs SECRET
  DATABASE_URL                the Postgres of "library" commands: postgres://user:password@host/database
  S3_URL, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY  their bucket and its keys; optional are S3_PREFIX, S3_REGION, S3_SESSION_TOKEN

"voxreel init" writes a new site with a gateway, both elements and a strict Content-Security-Policy into an empty folder. It asks for the framework
(${Object.keys(starters).join(', ')}) and the service (${starterServices.map(({ name }) => name).join(', ')}).
--service is repeatable: one for videos, one for voice. The local service stands in for what none of them makes.
"voxreel doctor" looks at a gateway from outside: health, models, token, WebSocket, WebRTC, CORS for pages of --origin, headers, clock. It says what
to fix, ends with code 1 where something is broken, and asks for nothing that costs. --header, repeatable, gives a visitor's login.
"voxreel record" makes one real video at a service (fal, google..., or the default export of ./file.js), which you pay for,
and writes down what was sent and what came back, without keys, for checkService(). --every is the pause between questions in seconds; --cancel
makes a second video and cancels it.
"voxreel users add" reads the password from the terminal or the standard input, and keeps only its scrypt hash.
"voxreel library move" copies the library of all users, with its versions and cursors, and deletes nothing. --from and --to name a --data folder;
--from-records, --to-records one half: a folder, a postgres:// address, or postgres for DATABASE_URL; --from-files, --to-files the other: a folder, or s3.
Stop the gateway of the source first. A run that is interrupted goes on when you run the same command again; what is there already is not copied twice.
"voxreel library export" writes a zip of each user's records and files, or of --user alone, and "import" puts such zips into a library, where nothing
that is there changes. Both go on where a run was interrupted when you run the same command again.
"voxreel library forget" deletes all records, files, shares and watched videos of one user.
--records and --files name the places that --data does not: a folder or postgres for the records, a folder or s3 for the files.
GET /health answers while the process runs, GET /ready while it should be sent requests. SIGTERM and SIGINT let requests in progress finish, then stop it.
`;
