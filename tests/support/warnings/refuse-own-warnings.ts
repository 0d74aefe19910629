// Set-up of each test file: a warning of this process, such as a leak of listeners, fails the run.

function refuseOwnWarning(warning: Error): never {
  throw warning;
}

// Files that share a process share this listener.
const isSetUp = process.listeners('warning').some(({ name }) => name === refuseOwnWarning.name);
if (!isSetUp) process.on('warning', refuseOwnWarning);
