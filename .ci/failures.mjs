// Prints what failed by a JSON report of vitest: the file, the test and the first lines of its error.
import fs from 'node:fs';

const report = JSON.parse(fs.readFileSync(process.argv[2], 'utf8'));
for (const { name, message, assertionResults } of report.testResults) {
  const failed = assertionResults.filter(({ status }) => status === 'failed');
  for (const { fullName, failureMessages } of failed) print(name, fullName, failureMessages.join('\n'));
  if (!failed.length && message) print(name, 'the file itself', message);
}

function print(file, test, error) {
  const told = error
    .split('\n')
    .filter((line) => !line.includes('node_modules'))
    .slice(0, 40)
    .join('\n')
    .slice(0, 4000);
  console.log(`FAILED: ${file}: ${test}\n${told}\n`);
}
