// Requirements that carry a whole design: who acts, in which order, what happens then, and with which data.
export const lending = `# Lending

The library lends books to its members, and knows which are late.

- A member searches the books by title.
- A member reserves a book.
- When a member reserves a book, the system shows the date from which it is held.
- If the book is reserved already, the system refuses the reservation and says until when.
- A librarian lends a book to a member.
- A librarian records the due date of the loan.
- When a loan is late, the system lists it for the librarian.

Each book has a number, a title and an author. Each loan has a number, a member, a book and a due date. Each member has a number and a name.
`
