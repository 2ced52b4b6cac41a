// Where the documentation is published: what is replaced here and in `package.json` (`homepage`) when the project gets its address.

export const site = 'https://OWNER.github.io/voxreel/';
