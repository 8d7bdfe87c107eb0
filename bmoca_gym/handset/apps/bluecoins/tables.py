"""Tables of Bluecoins' database, bluecoins.fydb, and their first rows."""

from __future__ import annotations

from bmoca_gym.handset.kits.tables import Column, Row, Rows, Table

PACKAGE = "com.rammigsoftware.bluecoins"
DATABASE = f"/data/data/{PACKAGE}/databases/bluecoins.fydb"

#: Values of transactionTypeID.
EXPENSE, INCOME, TRANSFER = 3, 4, 5
#: Values of categoryGroupID that the user sees.
INCOMES, EXPENSES = 2, 3
#: Values of deletedTransaction: the row is in the trash, or it counts.
TRASHED, KEPT = 5, 6
#: Values of accountReference: a row is what leaves an account, what comes to one, or no part of a transfer.
SOURCE, DESTINATION, ALONE = 1, 2, 3


def _columns(text: str) -> tuple[Column, ...]:
    """Columns that may be empty: of text (name ends in a plus), of real numbers (in a tilde), of integers."""
    kinds = {"+": "text", "~": "real"}
    return tuple([
        Column(name.rstrip("+~"), kinds.get(name[-1], "integer"), null=True) for name in text.split()
    ])  # fmt: skip


TRANSACTIONS = Table(
    "TRANSACTIONSTABLE",
    _columns(
        "itemID amount transactionCurrency+ conversionRateNew~ date+ transactionTypeID categoryID accountID notes+ "
        "status accountReference accountPairID uidPairID deletedTransaction newSplitTransactionID transferGroupID "
        "reminderTransaction reminderGroupID reminderFrequency reminderRepeatEvery reminderEndingType "
        "reminderStartDate+ reminderEndDate+ reminderAfterNoOfOccurences reminderAutomaticLogTransaction "
        "reminderRepeatByDayOfMonth reminderExcludeWeekend reminderWeekDayMoveSetting reminderUnbilled "
        "creditCardInstallment reminderVersion dataExtraColumnString1+"
    ),
    id="transactionsTableID",
)
ITEMS = Table("ITEMTABLE", _columns("itemName+ itemAutoFillVisibility"), id="itemTableID")
CATEGORIES = Table(
    "CHILDCATEGORYTABLE",
    _columns(
        "childCategoryName+ budgetAmount budgetCustomSetup+ budgetEnabledCategoryChild budgetPeriod childCategoryIcon+ "
        "categorySelectorVisibility parentCategoryID categoryExtraColumnInt1 categoryExtraColumnInt2 "
        "categoryExtraColumnString1+ categoryExtraColumnString2+"
    ),
    id="categoryTableID",
)
PARENTS = Table(
    "PARENTCATEGORYTABLE",
    _columns(
        "parentCategoryName+ budgetAmountCategoryParent budgetEnabledCategoryParent categoryGroupID "
        "budgetPeriodCategoryParent budgetCustomSetupParent+ categoryParentExtraColumnInt1 "
        "categoryParentExtraColumnInt2 categoryParentExtraColumnString1+ categoryParentExtraColumnString2+"
    ),
    id="parentCategoryTableID",
)
ACCOUNTS = Table(
    "ACCOUNTSTABLE",
    _columns(
        "accountName+ accountTypeID accountHidden accountCurrency+ accountConversionRateNew~ creditLimit cutOffDa "
        "creditCardDueDate cashBasedAccounts accountSelectorVisibility currencyChanged accountsExtraColumnInt1 "
        "accountsExtraColumnInt2 accountsExtraColumnString1+ accountsExtraColumnString2+"
    ),
    id="accountsTableID",
)

#: The types of accounts that come with the app, by their number.
CASH = 4
ACCOUNT_TYPES = {3: "Bank", CASH: "Cash", 8: "Credit Card"}

#: What else the file has: tables that never change, and those of features that stay empty.
SCRIPT = """
CREATE TABLE TRANSACTIONTYPETABLE (transactionTypeTableID INTEGER PRIMARY KEY AUTOINCREMENT, transactionTypeName TEXT);
INSERT INTO TRANSACTIONTYPETABLE VALUES (1, 'Auto New Account'), (2, 'New Account'), (3, 'Expense'), (4, 'Income'),
    (5, 'Transfer');
CREATE TABLE CATEGORYGROUPTABLE (categoryGroupTableID INTEGER PRIMARY KEY, categoryGroupName TEXT);
INSERT INTO CATEGORYGROUPTABLE VALUES (0, '(New Account)'), (1, '(Transfer)'), (2, 'Income'), (3, 'Expense');
CREATE TABLE ACCOUNTTYPETABLE (accountTypeTableID INTEGER PRIMARY KEY, accountTypeName TEXT, accountingGroupID INTEGER);
INSERT INTO ACCOUNTTYPETABLE VALUES (3, 'Bank', 1), (4, 'Cash', 1), (8, 'Credit Card', 2);
CREATE TABLE SETTINGSTABLE (settingsTableID INTEGER PRIMARY KEY AUTOINCREMENT, defaultSettings TEXT);
INSERT INTO SETTINGSTABLE VALUES (1, 'CNY');
CREATE TABLE LABELSTABLE (labelsTableID INTEGER PRIMARY KEY AUTOINCREMENT, labelName TEXT, transactionIDLabels INTEGER);
CREATE TABLE PICTURETABLE (pictureTableID INTEGER PRIMARY KEY AUTOINCREMENT, pictureFileName TEXT,
    transactionID INTEGER);
CREATE TABLE FILTERSTABLE (filtersTableID INTEGER PRIMARY KEY AUTOINCREMENT, filtername TEXT, filterJSON TEXT);
"""

_GROUPS: dict[int, dict[str, tuple[str, ...]]] = {
    0: {"(New Account)": ("(New Account)",)},
    1: {"(Transfer)": ("(Transfer)",)},
    EXPENSES: {
        "Others": ("Others",),
        "Auto & Transport": ("Fuel", "Parking", "Public Transit", "Taxi"),
        "Entertainment": ("Books", "Movies", "Sports"),
        "Food": ("Groceries", "Restaurant", "Snacks"),
        "Health": ("Doctor", "Medicine"),
        "Home": ("Electronics", "Rent", "Utilities"),
        "Personal": ("Clothing", "Gifts"),
    },
    INCOMES: {"Others": ("Others",), "Employer": ("Bonus", "Salary"), "Investments": ("Interest",)},
}  # fmt: skip


def _first_categories() -> tuple[Rows, Rows]:
    parents: list[Row] = []
    children: list[Row] = []
    for group, found in _GROUPS.items():
        for parent, names in found.items():
            parents.append(
                PARENTS.row(len(parents) + 1, parentCategoryName=parent, categoryGroupID=group,
                            budgetAmountCategoryParent=0, budgetEnabledCategoryParent=0,
                            budgetPeriodCategoryParent=3)
            )  # fmt: skip
            for name in names:
                children.append(
                    CATEGORIES.row(len(children) + 1, childCategoryName=name, parentCategoryID=len(parents),
                                   categorySelectorVisibility=0, budgetAmount=0, budgetEnabledCategoryChild=0,
                                   budgetPeriod=3)
                )  # fmt: skip
    return tuple(parents), tuple(children)


FIRST_PARENTS, FIRST_CATEGORIES = _first_categories()
FIRST_ACCOUNTS: Rows = tuple(
    ACCOUNTS.row(id, accountName=name, accountTypeID=kind, accountHidden=0, accountCurrency="CNY",
                 accountConversionRateNew=1.0, accountSelectorVisibility=0)
    for id, (name, kind) in enumerate((("Wallet", 4), ("Savings Account", 3), ("Credit Card", 8)), 1)
)  # fmt: skip

#: The category of transfers.
TRANSFER_CATEGORY = 2
